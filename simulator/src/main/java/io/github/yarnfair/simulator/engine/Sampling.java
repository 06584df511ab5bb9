// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;

/**
 * When all queues are looked at. Times are milliseconds from the start of the run.
 *
 * @param until when the time between two looks changes
 * @param before time between two looks until then, at least 1
 * @param after time between two looks from then on, at least 1
 */
public record Sampling(long until, long before, long after) {
  private static final int LOOKS = 200;

  public Sampling {
    if (before < 1 || after < 1) {
      throw new IllegalArgumentException(
          "looks each " + before + " and " + after + " ms: expected at least 1");
    }
  }

  /** Returns looks at equal times. */
  public static Sampling every(long millis) {
    return new Sampling(Long.MAX_VALUE, millis, millis);
  }

  /**
   * Returns about 200 looks until the last job is submitted, and as many from then on: a few tasks
   * of a trace may run a thousand times longer than jobs come.
   */
  public static Sampling of(Workload workload) {
    List<RunJob> jobs = workload.jobs();
    long last = jobs.isEmpty() ? 0 : jobs.get(jobs.size() - 1).submitMillis();
    long rest = Math.max(0, end(workload) - last);
    return new Sampling(last, Math.max(1, last / LOOKS), Math.max(1, rest / LOOKS));
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

  /** Returns when the look after one at a time is due. */
  long after(long time) {
    return time + (time < until ? before : after);
  }
}
