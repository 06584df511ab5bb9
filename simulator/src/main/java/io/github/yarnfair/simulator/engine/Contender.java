// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;

/** Something that a workload can be run under: a rule with a node choice, or a real scheduler. */
public interface Contender {
  /** Returns the name, such as {@code h-drf}. */
  String name();

  /** Returns the name of the node choice, such as {@code best-fit}. */
  String nodeChoice();

  /**
   * Runs a workload until no task runs and none can start.
   *
   * @param books of the run, in which nothing has happened
   * @param seed of the order in which nodes report
   * @return the time that decisions took, in nanoseconds
   * @throws IOException if the workload cannot be run, with the reason
   */
  long run(Workload workload, RunQueue root, RunBooks books, long seed) throws IOException;
}
