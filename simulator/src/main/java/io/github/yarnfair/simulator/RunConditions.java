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
package io.github.yarnfair.simulator;

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
