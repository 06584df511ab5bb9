// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import picocli.CommandLine.Option;

/** The options of each run on a trace beside what is run and by which policy. */
final class RunConditions {
  @Option(
      names = "--node-choice",
      paramLabel = "CHOICE",
      defaultValue = "heartbeat",
      description = "On which node, of rules that name no choice (default: ${DEFAULT-VALUE}).")
  private String nodeChoice = "";

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261123",
      description = "Of all that is random (default: ${DEFAULT-VALUE}).")
  private long seed;

  String nodeChoice() {
    return nodeChoice;
  }

  long seed() {
    return seed;
  }
}
