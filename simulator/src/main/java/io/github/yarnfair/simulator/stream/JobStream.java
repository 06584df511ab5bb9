// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.stream;

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;

/**
 * Jobs that arrive for an hour.
 *
 * @param name on the command line and in tables
 * @param meaning one line: each department and its jobs
 * @param root the queues
 * @param observed paths of the queues whose shares are measured: the leaf queues, but for those of
 *     single users, whose department is measured as one
 * @param workload the cluster and the jobs
 */
public record JobStream(
    String name, String meaning, RunQueue root, List<String> observed, Workload workload) {
  /** How long jobs arrive, in milliseconds. */
  public static final long LENGTH_MILLIS = 3_600_000;
}
