// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What becomes of each job and each queue of a run. Shares of queues are means over the looks until
 * the last submission; over the whole run if all jobs are submitted at once.
 */
public final class JobOutcomes implements RunObserver {
  /** A time that never comes. */
  public static final long NEVER = -1;

  /** Differences of shares that are rounding. */
  private static final double ROUNDING = 1e-9;

  private final Map<String, QueueOutcome> queues = new LinkedHashMap<>();
  private final Set<String> leaves;
  private final JobOutcome[] jobs;
  private long window;

  /** What becomes of a job. Times are milliseconds from the start of the run. */
  public static final class JobOutcome {
    private final RunJob job;
    private int left;
    private long firstStart = NEVER;
    private long end = NEVER;
    private long starts;
    private long waits;
    private int preempted;

    private JobOutcome(RunJob job) {
      this.job = job;
      left = job.tasks();
    }

    /** Returns the job. */
    public RunJob job() {
      return job;
    }

    /** Returns when its first task started; {@link #NEVER}. */
    public long firstStart() {
      return firstStart;
    }

    /** Returns when its last task ended; {@link #NEVER}. */
    public long end() {
      return end;
    }

    /** Returns the mean time from the submission to the start of a task; 0 if none has started. */
    public double meanWait() {
      return starts == 0 ? 0 : (double) waits / starts;
    }

    /** Returns how many tasks were preempted. */
    public int preempted() {
      return preempted;
    }
  }

  /** What a queue has, as parts of the cluster. */
  public static final class QueueOutcome {
    private double held;
    private double ideal;
    private double above;
    private long looks;

    /** Returns the mean dominant share of its usage. */
    public double held() {
      return mean(held);
    }

    /** Returns the mean ideal share. */
    public double ideal() {
      return mean(ideal);
    }

    /**
     * Returns the mean usage above the ideal share while another leaf queue had less than its own
     * ideal share and waiting tasks: the usage that preemption may take back.
     */
    public double aboveWhileOthersWait() {
      return mean(above);
    }

    private double mean(double sum) {
      return looks == 0 ? 0 : sum / looks;
    }
  }

  /** Creates the outcomes of a run in which nothing has happened. */
  public JobOutcomes(Workload workload, RunQueue root) {
    root.subtree().forEach(queue -> queues.put(queue.path(), new QueueOutcome()));
    leaves = root.leaves().stream().map(RunQueue::path).collect(Collectors.toSet());
    jobs = workload.jobs().stream().map(JobOutcome::new).toArray(JobOutcome[]::new);
    long first = jobs.length == 0 ? 0 : jobs[0].job.submitMillis();
    long last = jobs.length == 0 ? 0 : jobs[jobs.length - 1].job.submitMillis();
    window = last > first ? last : Long.MAX_VALUE;
  }

  /** Has shares counted until a time instead, such as that of a run that is compared. */
  public void countUntil(long millis) {
    window = millis;
  }

  /** Returns until when shares are counted. */
  public long window() {
    return window;
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    JobOutcome outcome = jobs[job.index()];
    if (outcome.firstStart == NEVER) {
      outcome.firstStart = time;
    }
    outcome.starts++;
    outcome.waits += time - job.submitMillis();
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    JobOutcome outcome = jobs[job.index()];
    if (preempted) {
      outcome.preempted++;
    } else if (--outcome.left == 0) {
      outcome.end = time;
    }
  }

  @Override
  public void sample(long time, List<QueueSample> samples, long[] used) {
    if (time > window) {
      return;
    }
    boolean isMissed =
        samples.stream()
            .anyMatch(
                queue ->
                    leaves.contains(queue.queue())
                        && queue.pendingTasks() > 0
                        && queue.held() < queue.ideal() - ROUNDING);
    for (QueueSample sample : samples) {
      QueueOutcome queue = queues.get(sample.queue());
      if (queue != null) {
        queue.held += sample.held();
        queue.ideal += sample.ideal();
        queue.above += isMissed ? Math.max(0, sample.held() - sample.ideal()) : 0;
        queue.looks++;
      }
    }
  }

  /** Returns what became of the jobs, by index. */
  public List<JobOutcome> jobs() {
    return List.of(jobs);
  }

  /** Returns what became of the queues by path, parents before their children. */
  public Map<String, QueueOutcome> queues() {
    return queues;
  }
}
