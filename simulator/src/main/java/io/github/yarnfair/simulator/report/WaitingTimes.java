// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long tasks wait, by queue and size of their job: from the submission of the job, or from the
 * preemption of the task, to its start. A queue counts what waited in the queues below it, too.
 */
final class WaitingTimes {
  private final JobSizes sizes;
  private final Map<String, @Nullable WaitHistogram[]> byQueue = new HashMap<>();

  /** By leaf queue: its histograms and those of the queues above it. */
  private final Map<String, List<@Nullable WaitHistogram[]>> above = new HashMap<>();

  /** When tasks were preempted that wait again. */
  private final Map<Long, Long> preempted = new HashMap<>();

  private final WaitHistogram all = new WaitHistogram();

  /** Class of a job plus 1; 0 if it was not asked for. */
  private final byte[] sizeOf;

  WaitingTimes(Workload workload, JobSizes sizes) {
    this.sizes = sizes;
    sizeOf = new byte[workload.jobs().size()];
  }

  void started(long time, RunJob job, int task) {
    Long again = preempted.isEmpty() ? null : preempted.remove(key(job, task));
    long wait = time - (again == null ? job.submitMillis() : again);
    int size = size(job);
    all.add(wait);
    for (@Nullable WaitHistogram[] histograms : above.computeIfAbsent(job.queue(), this::path)) {
      WaitHistogram histogram = histograms[size];
      if (histogram == null) {
        histogram = new WaitHistogram();
        histograms[size] = histogram;
      }
      histogram.add(wait);
    }
  }

  void preempted(long time, RunJob job, int task) {
    preempted.put(key(job, task), time);
  }

  private int size(RunJob job) {
    if (sizeOf[job.index()] == 0) {
      sizeOf[job.index()] = (byte) (1 + sizes.of(job));
    }
    return sizeOf[job.index()] - 1;
  }

  private List<@Nullable WaitHistogram[]> path(String queue) {
    List<@Nullable WaitHistogram[]> found = new ArrayList<>();
    for (int end = queue.length(); end > 0; end = queue.lastIndexOf('.', end - 1)) {
      found.add(
          byQueue.computeIfAbsent(
              queue.substring(0, end), path -> new WaitHistogram[JobSizes.NAMES.size()]));
    }
    return found;
  }

  private static long key(RunJob job, int task) {
    return (long) job.index() << 32 | task;
  }

  /** Returns the waits of all tasks. */
  WaitHistogram all() {
    return all;
  }

  /** Returns the waits of a queue's tasks in jobs of a size; null without any. */
  @Nullable WaitHistogram of(String queue, int size) {
    @Nullable WaitHistogram[] histograms = byQueue.get(queue);
    return histograms == null ? null : histograms[size];
  }
}
