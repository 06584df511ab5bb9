// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

/** What hands out the room on the nodes: a rule with a node choice, or a real scheduler. */
public interface Placing {
  /** A job is submitted; its tasks wait. */
  void submitted(LiveJob job, long now);

  /**
   * A task has ended.
   *
   * @param group of the job, to which the task belongs
   */
  void ended(LiveJob job, int group, int task, int node, long now);

  /**
   * Starts tasks, at this time and later, until no more can start or another event is due.
   *
   * @param now in milliseconds
   * @param loop receives each start, and returns the time of the next event, which a start may
   *     bring forward
   */
  void serve(long now, EventLoop loop);
}
