// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import io.github.yarnfair.core.structure.DocumentedCommands;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The suite takes the command lines that documents give for it. */
class DocumentedCommandsTest {
  @Test
  void suiteTakesWhatDocumentsSay() throws IOException {
    DocumentedCommands.assertTaken(
        "conformance/run", new CommandLine(new Conformance())::parseArgs);
  }
}
