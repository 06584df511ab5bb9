// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

import java.util.List;

/**
 * Receives the events of a run, in order of time. Times are milliseconds from the start of the run.
 * Every task that ends has started; a task that was preempted starts again.
 */
public interface RunObserver {
  /** The run begins: called once, before all else. */
  default void begins(Workload workload, String policy, String nodeChoice) {}

  /** A job is submitted. */
  default void jobSubmitted(long time, RunJob job) {}

  /** A task starts on a node. */
  default void taskStarted(long time, RunJob job, int task, RunNode node) {}

  /** A task ends on its node, by itself or by preemption. */
  default void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {}

  /**
   * A regular look at all queues, parents included.
   *
   * @param used amount of each resource that is held in the cluster
   */
  default void sample(long time, List<QueueSample> queues, long[] used) {}

  /** The run ends: called once, after all else. */
  default void ends(long time) {}
}
