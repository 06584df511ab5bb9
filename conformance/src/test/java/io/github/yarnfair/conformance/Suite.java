// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import io.github.yarnfair.conformance.cases.Case;
import io.github.yarnfair.conformance.cases.CaseReader;
import io.github.yarnfair.conformance.json.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of the suite, from the module's folder or the project's. */
final class Suite {
  private Suite() {}

  static Path file(String name) {
    Path inModule = Path.of(name);
    return Files.exists(inModule) ? inModule : Path.of("conformance").resolve(name);
  }

  static List<Case> cases() throws IOException, FormatException {
    return CaseReader.readAll(file("cases"));
  }

  static Case named(String name) throws IOException, FormatException {
    return CaseReader.read(file("cases").resolve(name + ".json"));
  }
}
