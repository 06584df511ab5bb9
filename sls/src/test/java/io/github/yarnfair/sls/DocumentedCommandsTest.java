// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import io.github.yarnfair.core.structure.DocumentedCommands;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The load simulator takes the command lines that documents give for it. */
class DocumentedCommandsTest {
  @Test
  void loadSimulatorTakesWhatDocumentsSay() throws IOException {
    DocumentedCommands.assertTaken("sls/run", new CommandLine(new Sls())::parseArgs);
  }
}
