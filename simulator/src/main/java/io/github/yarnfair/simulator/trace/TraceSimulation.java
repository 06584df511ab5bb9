// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** The pods of a trace on its nodes under H-DRF: they arrive, wait for a node, run and end. */
final class TraceSimulation {
  private static final long NOT_YET = -1;

  private final ClusterTrace trace;
  private final TraceCluster cluster;
  private final NodeServing serving;
  private final PriorityQueue<End> ends = new PriorityQueue<>(Comparator.comparingLong(End::time));
  private final long[] started;
  private int arrived;
  private long clock;
  private long usedGpus;
  private double gpuMillis;

  private record End(long time, int pod) {}

  /**
   * Creates the simulation; no pod has arrived.
   *
   * @param seed of the order in which nodes report
   */
  TraceSimulation(ClusterTrace trace, NodeRule rule, long seed) {
    this.trace = trace;
    cluster = new TraceCluster(trace);
    serving = rule.serving(cluster, seed);
    started = new long[trace.pods().size()];
    Arrays.fill(started, NOT_YET);
  }

  TraceCluster cluster() {
    return cluster;
  }

  /** Goes on until all events up to a time, in milliseconds, have been taken in. */
  void run(long until) {
    while (nextEvent() <= until) {
      long now = nextEvent();
      advance(now);
      takeIn(now);
      serving.serve(now, this::start, this::nextEvent);
    }
    advance(until);
  }

  private long nextEvent() {
    long end = ends.isEmpty() ? Long.MAX_VALUE : ends.element().time;
    boolean isLast = arrived == started.length;
    return isLast ? end : Math.min(end, trace.pods().get(arrived).arrival());
  }

  private void takeIn(long now) {
    while (!ends.isEmpty() && ends.element().time <= now) {
      int pod = ends.remove().pod;
      usedGpus -= trace.pods().get(pod).gpus();
      serving.freed(cluster.end(pod));
    }
    while (arrived < started.length && trace.pods().get(arrived).arrival() <= now) {
      cluster.submit(arrived++);
    }
  }

  private void start(int pod, long now) {
    advance(now);
    TracePod starting = trace.pods().get(pod);
    started[pod] = now;
    usedGpus += starting.gpus();
    if (starting.duration() != TracePod.ENDLESS) {
      ends.add(new End(now + starting.duration(), pod));
    }
  }

  private void advance(long now) {
    gpuMillis += (double) usedGpus * Math.max(0, now - clock);
    clock = Math.max(clock, now);
  }

  /** Returns how many GPUs are allocated. */
  long usedGpus() {
    return usedGpus;
  }

  /** Returns the mean part of all GPUs that has been allocated since time 0. */
  double gpuUtilisation() {
    return gpuMillis / clock / trace.capacity()[ClusterTrace.GPU];
  }

  /** Returns how long a pod has waited, in milliseconds, if it waits still until now. */
  long waited(int pod) {
    return (started[pod] == NOT_YET ? clock : started[pod]) - trace.pods().get(pod).arrival();
  }

  /** Returns whether a pod has been started. */
  boolean hasStarted(int pod) {
    return started[pod] != NOT_YET;
  }

  /** Returns whether a pod has ended by now. */
  boolean hasEnded(int pod) {
    return hasStarted(pod) && started[pod] <= clock - trace.pods().get(pod).duration();
  }
}
