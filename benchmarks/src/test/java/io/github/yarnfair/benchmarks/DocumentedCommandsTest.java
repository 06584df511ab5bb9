// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.rm.RmBench;
import io.github.yarnfair.benchmarks.rpc.RpcBench;
import io.github.yarnfair.core.structure.DocumentedCommands;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Benchmarks take the command lines that documents give for them. */
class DocumentedCommandsTest {
  @Test
  void decisionsTakeWhatDocumentsSay() throws IOException {
    DocumentedCommands.assertTaken("benchmarks/run", new CommandLine(new Benchmarks())::parseArgs);
  }

  @Test
  void resourceManagersTakeWhatDocumentsSay() throws IOException {
    DocumentedCommands.assertTaken("benchmarks/run-rm", new CommandLine(new RmBench())::parseArgs);
  }

  @Test
  void loadOverRpcTakesWhatDocumentsSay() throws IOException {
    DocumentedCommands.assertTaken(
        "benchmarks/run-rpc", new CommandLine(new RpcBench())::parseArgs);
  }
}
