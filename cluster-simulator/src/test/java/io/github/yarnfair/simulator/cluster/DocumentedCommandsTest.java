// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.core.structure.DocumentedCommands;
import io.github.yarnfair.simulator.Simulator;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The simulator takes the command lines that documents give for it. */
class DocumentedCommandsTest {
  @ParameterizedTest
  @ValueSource(strings = {"cluster-simulator/run", "cluster-simulator/simulator"})
  void simulatorTakesWhatDocumentsSay(String script) throws IOException {
    DocumentedCommands.assertTaken(script, new CommandLine(new Simulator())::parseArgs);
  }

  @Test
  void adapterTakesWhatDocumentsSay() throws IOException {
    DocumentedCommands.assertTaken(
        "cluster-simulator/adapter", new CommandLine(new AdapterCommand())::parseArgs);
  }
}
