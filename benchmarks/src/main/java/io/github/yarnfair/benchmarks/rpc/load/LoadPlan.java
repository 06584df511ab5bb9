// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What the load's process is to do.
 *
 * @param cell the size of the cluster, as {@code ClusterCell} reads it
 * @param seed of the workload and of durations
 * @param gpus whether some applications want GPUs
 * @param taskMillis mean duration of a task; 0: a task ends with the first heartbeat that tells of
 *     it
 * @param callMillis from the end of a master's call to the next one
 * @param beatMillis from the end of a node's heartbeat to the next one
 * @param warmUpSeconds CPU time of the ResourceManager before measuring begins, at least
 * @param seconds that are measured
 * @param resizesPerSecond of nodes; 0: none
 * @param process number of the ResourceManager's process
 */
public record LoadPlan(
    String cell,
    long seed,
    boolean gpus,
    int taskMillis,
    int callMillis,
    int beatMillis,
    int warmUpSeconds,
    int seconds,
    int resizesPerSecond,
    long process) {
  private static final String FILE = "plan.json";

  /** Writes the plan into the directory of the run. */
  public void write(Path directory) throws IOException {
    new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValue(directory.resolve(FILE).toFile(), this);
  }

  /** Reads the plan from the directory of the run. */
  static LoadPlan read(Path directory) throws IOException {
    return new ObjectMapper().readValue(directory.resolve(FILE).toFile(), LoadPlan.class);
  }
}
