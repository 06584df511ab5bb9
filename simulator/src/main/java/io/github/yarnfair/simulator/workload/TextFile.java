/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
