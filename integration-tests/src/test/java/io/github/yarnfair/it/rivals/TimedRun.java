// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A trace of jobs under a real scheduler. Time is virtual: each second, jobs start, tasks end and
 * every node reports once, as in a cluster whose heartbeats are a second apart.
 *
 * @param moments what ran and waited at the end of each second
 * @param ends the second at which each job ended, in the order of the trace
 */
record TimedRun(List<Moment> moments, List<Integer> ends) {
  /** Longer than any trace takes, so that a job that never ends is an error. */
  private static final int LONGEST = 100_000;

  /** One second: running tasks by leaf in pre-order, and the leaves with tasks that wait. */
  record Moment(Map<String, Integer> running, List<String> waiting) {}

  /**
   * Runs a trace until its last job has ended.
   *
   * @param shortest duration of a task in seconds; all up to {@code longest} are equally likely
   */
  static TimedRun of(
      Rival rival, Workload workload, List<TimedJob> trace, int shortest, int longest, long seed)
      throws Exception {
    Random random = new Random(seed);
    List<Moment> moments = new ArrayList<>();
    AtomicLong millis = new AtomicLong();
    try (SimulatedCluster cluster =
        new SimulatedCluster(rival.configuration(-1), workload, -1, millis::get)) {
      TimedExecution execution =
          new TimedExecution(cluster, workload, trace, () -> random.nextInt(shortest, longest + 1));
      while (!execution.isDone()) {
        int now = moments.size();
        if (now > LONGEST) {
          throw new IllegalStateException(rival + ": jobs that never end " + execution.moment());
        }
        millis.set(1000L * now);
        execution.start(now);
        execution.heartbeat(now);
        cluster.update();
        cluster.nodes().forEach(cluster::heartbeat);
        execution.heartbeat(now);
        moments.add(execution.moment());
      }
      execution.checkBooks();
      return new TimedRun(moments, execution.ends());
    }
  }

  /** Returns the numbers of running tasks of a leaf at such moments, ascending. */
  int[] sorted(String leaf, Predicate<Moment> when) {
    return moments.stream()
        .filter(when)
        .mapToInt(moment -> moment.running().get(leaf))
        .sorted()
        .toArray();
  }

  /** Returns the median number of running tasks of a leaf at such moments. */
  int median(String leaf, Predicate<Moment> when) {
    int[] sorted = sorted(leaf, when);
    return sorted[sorted.length / 2];
  }

  /** Returns the mean number of running tasks of a leaf from one second to before another. */
  double mean(String leaf, int from, int to) {
    return IntStream.range(from, to)
        .map(second -> moments.get(second).running().get(leaf))
        .average()
        .orElseThrow();
  }
}
