// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The trace "openb" of Alibaba's clusterdata (cluster-trace-gpu-v2023) and one of SWIM's, which lie
 * beside the project, in {@code ../shared/traces} or where the system property {@code
 * yarnfair.traces} says.
 */
public final class OpenbFiles {
  private static final Path FOLDER =
      Path.of(System.getProperty("yarnfair.traces", "../../shared/traces"));

  /** The nodes. */
  public static final Path NODES = FOLDER.resolve("openb_node_list_all_node.csv");

  private OpenbFiles() {}

  /** Returns a list of pods; skips the test, and says so, if it or that of the nodes is missing. */
  public static Path pods(String list) {
    there(NODES);
    return there(FOLDER.resolve("openb_pod_list_" + list + ".csv"));
  }

  /** Returns a day of SWIM's FB-2010; skips the test, and says so, if it is missing. */
  public static Path swim() {
    return there(FOLDER.resolve("FB-2010_samples_24_times_1hr_0.tsv"));
  }

  private static Path there(Path file) {
    boolean isThere = Files.isReadable(file);
    String skipped = "skipped: no " + file.toAbsolutePath().normalize();
    if (!isThere) {
      System.out.println(skipped);
    }
    assumeTrue(isThere, skipped);
    return file;
  }
}
