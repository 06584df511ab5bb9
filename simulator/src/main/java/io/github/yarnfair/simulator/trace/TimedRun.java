// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A trace from its first arrival until twice the time of the last, in which pods run as long as the
 * trace says. Figures without another note are of the time until the last arrival.
 */
final class TimedRun implements RunObserver {
  private static final int SAMPLES = 200;

  private final ClusterTrace trace;
  private final TraceRun run;
  private final List<Double> utilisation = new ArrayList<>();
  private final double meanUtilisation;
  private final Demand mix;
  private final long last;
  private double distance;
  private double worstDistance;
  private double fragments;

  TimedRun(ClusterTrace trace, NodeRule rule, long seed) {
    this.trace = trace;
    run = new TraceRun(trace, rule);
    mix = trace.mix();
    last = trace.lastArrival();
    RunFigures figures = run.run(seed, 2 * last, Sampling.parts(last, SAMPLES), this);
    meanUtilisation = figures.inUse(ClusterTrace.GPU);
  }

  @Override
  public void sample(long time, List<QueueSample> samples, long[] used) {
    if (time > last) {
      return;
    }
    double sum = 0.0;
    int queues = 0;
    for (QueueSample queue : samples) {
      if (!queue.queue().equals(RunQueue.ROOT)) {
        double off = Math.abs(queue.held() - queue.ideal());
        sum += off;
        worstDistance = Math.max(worstDistance, off);
        queues++;
      }
    }
    distance += sum / queues / SAMPLES;
    double gpus = trace.capacity()[ClusterTrace.GPU];
    fragments += Fragments.gpus(run.nodes(), mix) / gpus / SAMPLES;
    utilisation.add(run.usedGpus() / gpus);
  }

  /** Returns the part of all GPUs that is allocated, at the end of each tenth of the time. */
  double[] utilisation() {
    double[] tenths = new double[10];
    for (int i = 0; i < tenths.length && !utilisation.isEmpty(); i++) {
      tenths[i] = utilisation.get(Math.max(0, (i + 1) * utilisation.size() / 10 - 1));
    }
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
    return run.hasEnded(pod, last);
  }

  /** Returns how many pods have ended by the last arrival. */
  int endedInTime() {
    int ended = 0;
    for (int pod = 0; pod < trace.pods().size(); pod++) {
      ended += endedInTime(pod) ? 1 : 0;
    }
    return ended;
  }

  /** Returns how many pods have not started at the end of the run. */
  int neverStarted() {
    int waiting = 0;
    for (int pod = 0; pod < trace.pods().size(); pod++) {
      waiting += run.hasStarted(pod) ? 0 : 1;
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
        waits[count++] = run.waited(pod) / 1_000.0;
      }
    }
    double[] sorted = Arrays.copyOf(waits, count);
    Arrays.sort(sorted);
    return sorted;
  }
}
