// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.TaskGroup;

/** A job that has been submitted and has not ended: which of its tasks wait, run and have ended. */
public final class LiveJob {
  private final RunJob job;
  private final int[] pending;
  private final int[] next;
  private int waiting;
  private int left;

  LiveJob(RunJob job) {
    this.job = job;
    pending = job.groups().stream().mapToInt(TaskGroup::count).toArray();
    next = new int[pending.length];
    for (int g = 1; g < next.length; g++) {
      next[g] = next[g - 1] + pending[g - 1];
    }
    for (int tasks : pending) {
      waiting += tasks;
    }
    left = waiting;
  }

  /** Returns the job. */
  public RunJob job() {
    return job;
  }

  /** Returns how many tasks of a group wait. */
  public int pending(int group) {
    return pending[group];
  }

  /** Returns how many tasks wait. */
  public int waiting() {
    return waiting;
  }

  /** Returns how many tasks have not ended. */
  public int left() {
    return left;
  }

  /** Takes the next task of a group from those that wait, and returns its number. */
  int start(int group) {
    pending[group]--;
    waiting--;
    return next[group]++;
  }

  /** One task has ended. */
  void end() {
    left--;
  }
}
