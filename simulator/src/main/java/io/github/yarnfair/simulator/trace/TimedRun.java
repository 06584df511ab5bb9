// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.CurrentIdealShare;
import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A trace from its first arrival until twice the time of the last, in which pods run as long as the
 * trace says. Figures without another note are of the time until the last arrival.
 */
final class TimedRun {
  private static final int SAMPLES = 200;

  private final ClusterTrace trace;
  private final TraceSimulation simulation;
  private final CurrentIdealShare ideal = new CurrentIdealShare();
  private final List<Double> utilisation = new ArrayList<>();
  private final boolean[] endedInTime;
  private final double meanUtilisation;
  private final Demand mix;
  private double distance;
  private double worstDistance;
  private double fragments;

  TimedRun(ClusterTrace trace, NodeRule rule, long seed) {
    this.trace = trace;
    simulation = new TraceSimulation(trace, rule, seed);
    mix = simulation.cluster().mix();
    endedInTime = new boolean[trace.pods().size()];
    long last = lastArrival(trace);
    for (int i = 1; i <= SAMPLES; i++) {
      simulation.run(last * i / SAMPLES);
      sample();
    }
    meanUtilisation = simulation.gpuUtilisation();
    for (int pod = 0; pod < endedInTime.length; pod++) {
      endedInTime[pod] = simulation.hasEnded(pod);
    }
    simulation.run(2 * last);
  }

  static long lastArrival(ClusterTrace trace) {
    return trace.pods().get(trace.pods().size() - 1).arrival();
  }

  private void sample() {
    TraceCluster cluster = simulation.cluster();
    ShareTree tree = cluster.tree();
    IdealShare now = ideal.of(tree);
    double sum = 0.0;
    int queues = 0;
    for (int queue : cluster.queues()) {
      double off = Math.abs(tree.dominantShare(queue) - now.dominantShare(queue));
      sum += off;
      worstDistance = Math.max(worstDistance, off);
      queues++;
    }
    distance += sum / queues / SAMPLES;
    double gpus = trace.capacity()[ClusterTrace.GPU];
    fragments += Fragments.gpus(cluster, mix) / gpus / SAMPLES;
    utilisation.add(simulation.usedGpus() / gpus);
  }

  /** Returns the part of all GPUs that is allocated, at the end of each tenth of the time. */
  double[] utilisation() {
    double[] tenths = new double[10];
    Arrays.setAll(tenths, i -> utilisation.get((i + 1) * SAMPLES / 10 - 1));
    return tenths;
  }

  /** Returns the mean part of all GPUs that is allocated. */
  double meanUtilisation() {
    return meanUtilisation;
  }

  /** Returns the mean distance of a queue's dominant share from its ideal share. */
  double distance() {
    return distance;
  }

  /** Returns the largest distance of a queue's dominant share from its ideal share. */
  double worstDistance() {
    return worstDistance;
  }

  /** Returns the mean part of all GPUs that is free and that a pod of the trace cannot use. */
  double fragments() {
    return fragments;
  }

  /** Returns whether a pod has ended by the last arrival. */
  boolean endedInTime(int pod) {
    return endedInTime[pod];
  }

  /** Returns how many pods have ended by the last arrival. */
  int endedInTime() {
    int ended = 0;
    for (boolean inTime : endedInTime) {
      ended += inTime ? 1 : 0;
    }
    return ended;
  }

  /** Returns a pod's application. */
  int leaf(int pod) {
    return simulation.cluster().leaf(pod);
  }

  /** Returns how many pods have not started at the end of the run. */
  int neverStarted() {
    int waiting = 0;
    for (int pod = 0; pod < trace.pods().size(); pod++) {
      waiting += simulation.hasStarted(pod) ? 0 : 1;
    }
    return waiting;
  }

  /**
   * Returns how long pods of some sizes have waited, ascending, in seconds; a pod that waits at the
   * end of the run has waited until then.
   */
  double[] waits(IntPredicate gpus) {
    List<TracePod> pods = trace.pods();
    double[] waits = new double[pods.size()];
    int count = 0;
    for (int pod = 0; pod < waits.length; pod++) {
      if (gpus.test(pods.get(pod).gpus())) {
        waits[count++] = simulation.waited(pod) / 1_000.0;
      }
    }
    double[] sorted = Arrays.copyOf(waits, count);
    Arrays.sort(sorted);
    return sorted;
  }
}
