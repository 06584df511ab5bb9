// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

import io.github.yarnfair.simulator.engine.RunBooks;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Times;
import io.github.yarnfair.simulator.run.Workload;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run comes to. A task waits from the submission of its job to its start; a job is complete
 * when its last task has ended. What is in use, and the distance from ideal shares, are means over
 * the time until the last submission; over the whole run if all jobs are submitted at once.
 */
public final class RunFigures implements RunObserver {
  /** A job that has not completed. */
  public static final long NOT_COMPLETE = -1;

  private final Workload workload;
  private final Map<String, Times> waits = new LinkedHashMap<>();
  private final Map<String, Times> completions = new LinkedHashMap<>();
  private final long[] completedAfter;
  private final int[] left;
  private final long[] used;
  private final double[] amountMillis;
  private final long window;
  private long clock;
  private long makespan;
  private long starts;
  private double distances;
  private long samples;
  private double worst;

  /** Creates the figures of a run in which nothing has happened. */
  public RunFigures(Workload workload, RunQueue root) {
    this.workload = workload;
    List<RunJob> jobs = workload.jobs();
    root.leaves().forEach(leaf -> waits.put(leaf.path(), new Times()));
    root.leaves().forEach(leaf -> completions.put(leaf.path(), new Times()));
    completedAfter = new long[jobs.size()];
    Arrays.fill(completedAfter, NOT_COMPLETE);
    left = jobs.stream().mapToInt(RunJob::tasks).toArray();
    used = new long[workload.resources().size()];
    amountMillis = new double[used.length];
    long first = jobs.isEmpty() ? 0 : jobs.get(0).submitMillis();
    long last = jobs.isEmpty() ? 0 : jobs.get(jobs.size() - 1).submitMillis();
    window = last > first ? last : Long.MAX_VALUE;
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    advance(time);
    times(waits, job).add(time - job.submitMillis());
    use(job, task, 1);
    starts++;
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    advance(time);
    use(job, task, -1);
    if (!preempted && --left[job.index()] == 0) {
      completedAfter[job.index()] = time - job.submitMillis();
      times(completions, job).add(completedAfter[job.index()]);
    }
    makespan = time;
  }

  private static Times times(Map<String, Times> byQueue, RunJob job) {
    Times times = byQueue.get(job.queue());
    if (times == null) {
      throw new IllegalArgumentException(job.id() + ": \"" + job.queue() + "\": not a leaf queue");
    }
    return times;
  }

  private void use(RunJob job, int task, int sign) {
    int group = 0;
    for (int before = task; before >= job.groups().get(group).count(); group++) {
      before -= job.groups().get(group).count();
    }
    long[] demand = job.groups().get(group).demand();
    for (int j = 0; j < used.length; j++) {
      used[j] += sign * demand[j];
    }
  }

  private void advance(long time) {
    long until = Math.min(time, window);
    for (int j = 0; j < used.length && until > clock; j++) {
      amountMillis[j] += (double) used[j] * (until - clock);
    }
    clock = Math.max(clock, until);
  }

  @Override
  public void sample(long time, List<QueueSample> queues, long[] usedNow) {
    if (time > window) {
      return;
    }
    for (QueueSample queue : queues) {
      if (waits.containsKey(queue.queue())) {
        double distance = Math.abs(queue.held() - queue.ideal());
        distances += distance;
        worst = Math.max(worst, distance);
        samples++;
      }
    }
  }

  @Override
  public void ends(long time) {
    advance(time);
  }

  /** Returns when the last task ended, in milliseconds. */
  public long makespan() {
    return makespan;
  }

  /** Returns how many tasks have started. */
  public long starts() {
    return starts;
  }

  /** Returns how many tasks have never started. */
  public long neverStarted() {
    return workload.jobs().stream().mapToLong(RunJob::tasks).sum() - starts;
  }

  /** Returns the waiting times of the tasks of each leaf queue, by path. */
  public Map<String, Times> waits() {
    return waits;
  }

  /** Returns the completion times of the jobs of each leaf queue, by path. */
  public Map<String, Times> completions() {
    return completions;
  }

  /** Returns the times of all queues together. */
  public static Times all(Map<String, Times> byQueue) {
    Times all = new Times();
    byQueue.values().forEach(all::addAll);
    return all;
  }

  /** Returns the time from a job's submission to its completion; {@link #NOT_COMPLETE}. */
  public long completedAfter(int job) {
    return completedAfter[job];
  }

  /** Returns the mean part of a resource of the cluster that is in use; 0 if it has none. */
  public double inUse(int resource) {
    double all = (double) RunBooks.capacity(workload)[resource] * clock;
    return all > 0 ? amountMillis[resource] / all : 0;
  }

  /** Returns the mean distance of a leaf queue's dominant share from its ideal share. */
  public double distance() {
    return samples == 0 ? 0 : distances / samples;
  }

  /** Returns the largest distance of a leaf queue's dominant share from its ideal share. */
  public double worstDistance() {
    return worst;
  }
}
