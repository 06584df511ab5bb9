// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.Arrays;

/** A leaf of the share tree, with the waiting tasks of the jobs that share it. */
final class Application {
  private final int leaf;
  private final long[][] demands;
  private final long[] pending;

  /**
   * Creates an application without tasks.
   *
   * @param demands what a task of each group needs
   */
  Application(int leaf, long[][] demands) {
    this.leaf = leaf;
    this.demands = demands;
    pending = new long[demands.length];
  }

  int leaf() {
    return leaf;
  }

  /** Returns what a task of each group needs; not a copy. */
  long[][] demands() {
    return demands;
  }

  /**
   * Adds the tasks of a job.
   *
   * @param needs what a task of each of its groups needs
   * @throws IllegalArgumentException if the application's tasks are others
   */
  void add(RunJob job, long[][] needs) {
    if (!Arrays.deepEquals(demands, needs)) {
      throw new IllegalArgumentException(
          job.id()
              + ": tasks "
              + Arrays.deepToString(needs)
              + ": expected those of its application, "
              + Arrays.deepToString(demands));
    }
    int group = 0;
    for (TaskGroup tasks : job.groups()) {
      pending[group++] += tasks.count();
    }
  }

  /** Takes a task of a group from those that wait. */
  void start(int group) {
    pending[group]--;
  }

  /** Returns the tasks that wait. */
  Demand pending() {
    Demand.Builder demand = new Demand.Builder();
    addPending(demand);
    return demand.build();
  }

  /** Adds the tasks that wait to a demand. */
  void addPending(Demand.Builder demand) {
    for (int g = 0; g < demands.length; g++) {
      demand.add(demands[g], pending[g]);
    }
  }
}
