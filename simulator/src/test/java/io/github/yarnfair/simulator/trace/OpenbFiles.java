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
package io.github.yarnfair.simulator.trace;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The trace "openb" of Alibaba's clusterdata (cluster-trace-gpu-v2023), which lies beside the
 * project, in {@code ../shared/traces} or where the system property {@code yarnfair.traces} says.
 */
final class OpenbFiles {
  private static final Path FOLDER =
      Path.of(System.getProperty("yarnfair.traces", "../../shared/traces"));

  static final Path NODES = FOLDER.resolve("openb_node_list_all_node.csv");

  private OpenbFiles() {}

  /** Returns a list of pods; skips the test, and says so, if it or that of the nodes is missing. */
  static Path pods(String list) {
    Path pods = FOLDER.resolve("openb_pod_list_" + list + ".csv");
    boolean isThere = Files.isReadable(NODES) && Files.isReadable(pods);
    String skipped = "skipped: no trace openb in " + FOLDER.toAbsolutePath().normalize();
    if (!isThere) {
      System.out.println(skipped);
    }
    assumeTrue(isThere, skipped);
    return pods;
  }
}
