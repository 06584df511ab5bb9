// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files of text, with errors that name the file. */
final class TextFile {
  private TextFile() {}

  static void checkReadable(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new InputException(file + ": no such file, or it may not be read");
    }
  }

  static List<String> lines(Path file) throws IOException {
    checkReadable(file);
    try {
      return Files.readAllLines(file);
    } catch (MalformedInputException e) {
      throw new InputException(file + ": bytes that are not UTF-8: expected a file of text");
    }
  }
}
