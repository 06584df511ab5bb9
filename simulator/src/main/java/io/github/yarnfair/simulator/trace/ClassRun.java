// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.EventLoop;
import io.github.yarnfair.simulator.engine.RunBooks;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * A trace of machine classes under a rule, from its first arrival until the last pod has ended.
 * Means over time are of the time until the last arrival.
 */
final class ClassRun implements RunObserver {
  private static final int SAMPLES = 200;
  private static final int NOWHERE = -1;

  private final ClassTrace trace;
  private final ClassCluster cluster;
  private final long[] ended;
  private final int[] nodeOf;
  private final long lastArrival;
  private final double[] inUse = new double[ClusterTrace.GPU + 1];
  private final double[] wasted = new double[ClusterTrace.GPU + 1];

  private record Decided(ClassRule by, ClassCluster cluster) implements Contender {
    @Override
    public String name() {
      return by.toString();
    }

    @Override
    public String nodeChoice() {
      return "first-fit";
    }

    @Override
    public long run(Workload workload, RunQueue root, RunBooks books, long seed) {
      return new EventLoop(workload, books).run(cluster);
    }
  }

  ClassRun(ClassTrace trace, ClassRule rule) {
    this.trace = trace;
    cluster = new ClassCluster(trace, rule);
    ended = new long[trace.pods().size()];
    nodeOf = new int[ended.length];
    Arrays.fill(nodeOf, NOWHERE);
    lastArrival = trace.pods().get(ended.length - 1).arrival();
    Sampling sampling = Sampling.parts(lastArrival, SAMPLES);
    try {
      new RunSession(trace.workload(), trace.queues(), 0, sampling)
          .run(new Decided(rule, cluster), List.of(this));
    } catch (IOException e) {
      throw new IllegalStateException("a rule can run every workload", e);
    }
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    nodeOf[job.index()] = node.index();
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    ended[job.index()] = time;
  }

  @Override
  public void sample(long time, List<QueueSample> queues, long[] used) {
    if (time > lastArrival) {
      return;
    }
    long[] unusedButUsable = cluster.wasted();
    for (int j = 0; j < inUse.length; j++) {
      double total = trace.total(j);
      inUse[j] += used[j] / total / SAMPLES;
      wasted[j] += unusedButUsable[j] / total / SAMPLES;
    }
  }

  /** Returns the node that a pod runs or ran on, less than 0 if it has not started. */
  int nodeOf(int pod) {
    return nodeOf[pod];
  }

  ClassCluster cluster() {
    return cluster;
  }

  /** Returns the mean part of a resource that is in use. */
  double inUse(int resource) {
    return inUse[resource];
  }

  /** Returns the mean part of a resource that is free and that pending pods could use. */
  double wasted(int resource) {
    return wasted[resource];
  }

  /** Returns when the last pod ended, in seconds. */
  double makespan() {
    return Arrays.stream(ended).max().orElse(0) / 1_000.0;
  }

  /** Returns from arrival to end of a pod, in seconds. */
  double completionTime(int pod) {
    return (ended[pod] - trace.pods().get(pod).arrival()) / 1_000.0;
  }

  /** Returns from arrival to end of some pods, in seconds, ascending. */
  double[] completionTimes(Predicate<ClassPod> which) {
    double[] times = new double[ended.length];
    int count = 0;
    for (int pod = 0; pod < ended.length; pod++) {
      if (which.test(trace.pods().get(pod))) {
        times[count++] = completionTime(pod);
      }
    }
    double[] sorted = Arrays.copyOf(times, count);
    Arrays.sort(sorted);
    return sorted;
  }
}
