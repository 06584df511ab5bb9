// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;

/** When all queues are looked at. Times are milliseconds from the start of the run. */
@FunctionalInterface
public interface Sampling {
  /** No look but that at the end of the run. */
  Sampling NONE = time -> Long.MAX_VALUE;

  /** Returns when the look after one at a time is due; before the first look the time is 0. */
  long after(long time);

  /**
   * Returns looks at equal times.
   *
   * @param millis between two looks, at least 1
   */
  static Sampling every(long millis) {
    if (millis < 1) {
      throw new IllegalArgumentException("looks each " + millis + " ms: expected at least 1");
    }
    return time -> time + millis;
  }

  /** Returns equally many looks in each part of the time until an end, the last one at the end. */
  static Sampling parts(long end, int looks) {
    return time -> {
      if (time >= end) {
        return Long.MAX_VALUE;
      }
      long part = time * looks / end + 1;
      return end * part / looks > time ? end * part / looks : end * (part + 1) / looks;
    };
  }

  /**
   * Returns about 200 looks until the last job is submitted, and as many from then on: a few tasks
   * of a trace may run a thousand times longer than jobs come.
   */
  static Sampling of(Workload workload) {
    List<RunJob> jobs = workload.jobs();
    int looks = 200;
    long last = jobs.isEmpty() ? 0 : jobs.get(jobs.size() - 1).submitMillis();
    long rest = Math.max(0, end(workload) - last);
    long before = Math.max(1, last / looks);
    long after = Math.max(1, rest / looks);
    return time -> time + (time < last ? before : after);
  }

  /** Returns about when a run ends that keeps its cluster busy. */
  private static long end(Workload workload) {
    long[] capacity = RunBooks.capacity(workload);
    double[] work = new double[capacity.length];
    double longest = 0;
    for (RunJob job : workload.jobs()) {
      for (TaskGroup group : job.groups()) {
        longest = Math.max(longest, (double) job.submitMillis() + group.durationMillis());
        for (int j = 0; j < work.length; j++) {
          work[j] += (double) group.demand()[j] * group.count() * group.durationMillis();
        }
      }
    }
    for (int j = 0; j < work.length; j++) {
      longest = Math.max(longest, capacity[j] > 0 ? work[j] / capacity[j] : 0);
    }
    return (long) longest;
  }
}
