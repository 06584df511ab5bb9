// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A trace of machine classes under a rule, from its first arrival until the last pod has ended.
 * Means over time are of the time until the last arrival.
 */
final class ClassRun {
  private static final int SAMPLES = 200;

  private final ClassTrace trace;
  private final ClassCluster cluster;
  private final PriorityQueue<End> ends = new PriorityQueue<>(Comparator.comparingLong(End::time));
  private final long[] ended;
  private final double[] inUse = new double[ClusterTrace.GPU + 1];
  private final double[] wasted = new double[ClusterTrace.GPU + 1];
  private int arrived;
  private long now;

  private record End(long time, int pod) {}

  ClassRun(ClassTrace trace, ClassRule rule) {
    this.trace = trace;
    cluster = new ClassCluster(trace, rule);
    ended = new long[trace.pods().size()];
    long last = trace.pods().get(ended.length - 1).arrival();
    int samples = 0;
    for (long event = nextEvent(); event < Long.MAX_VALUE; event = nextEvent()) {
      while (samples < SAMPLES && last * (samples + 1) / SAMPLES < event) {
        samples++;
        sample();
      }
      now = event;
      takeIn();
    }
  }

  private long nextEvent() {
    long end = ends.isEmpty() ? Long.MAX_VALUE : ends.element().time;
    return arrived == ended.length ? end : Math.min(end, trace.pods().get(arrived).arrival());
  }

  private void takeIn() {
    boolean[] freed = new boolean[trace.nodes().size()];
    while (!ends.isEmpty() && ends.element().time <= now) {
      int pod = ends.remove().pod;
      ended[pod] = now;
      freed[cluster.end(pod)] = true;
    }
    while (arrived < ended.length && trace.pods().get(arrived).arrival() <= now) {
      cluster.submit(arrived++);
    }
    cluster.serve(freed, pod -> ends.add(new End(now + trace.pods().get(pod).duration(), pod)));
  }

  private void sample() {
    long[] unusedButUsable = cluster.wasted();
    for (int j = 0; j < inUse.length; j++) {
      int resource = j;
      long free =
          IntStream.range(0, trace.nodes().size())
              .mapToLong(node -> cluster.free(node)[resource])
              .sum();
      double total = trace.total(j);
      inUse[j] += (1 - free / total) / SAMPLES;
      wasted[j] += unusedButUsable[j] / total / SAMPLES;
    }
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
