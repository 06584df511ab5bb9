// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Which applications do worse than on nodes of their own, as in the DRFH paper, section VI: fewer
 * of their pods have ended by the last arrival. The nodes are dealt out at random: to each queue
 * the same number, and in a queue to each application, which is its part by the weights.
 *
 * @param applications how many applications there are
 * @param worse how many do worse
 */
record SharingIncentive(int applications, int worse) {
  /**
   * Compares a run with one of each application alone.
   *
   * @param seed of the dealing, and of the order in which nodes report
   */
  static SharingIncentive of(ClusterTrace trace, TimedRun shared, NodeRule rule, long seed) {
    Map<String, Map<String, List<Integer>>> queues = new LinkedHashMap<>();
    for (int pod = 0; pod < trace.pods().size(); pod++) {
      queues
          .computeIfAbsent(trace.pods().get(pod).queue(), q -> new LinkedHashMap<>())
          .computeIfAbsent(trace.pods().get(pod).application(), name -> new ArrayList<>())
          .add(pod);
    }
    List<long[]> nodes = new ArrayList<>(trace.nodes());
    Collections.shuffle(nodes, new Random(seed));
    int worse = 0;
    int applications = 0;
    double dealt = 0.0;
    for (Map<String, List<Integer>> queue : queues.values()) {
      double part = (double) nodes.size() / queues.size() / queue.size();
      for (List<Integer> pods : queue.values()) {
        List<long[]> own = nodes.subList((int) Math.round(dealt), (int) Math.round(dealt + part));
        dealt += part;
        long together = pods.stream().filter(shared::endedInTime).count();
        worse += together < endedAlone(trace, own, pods, rule, seed) ? 1 : 0;
        applications++;
      }
    }
    return new SharingIncentive(applications, worse);
  }

  private static long endedAlone(
      ClusterTrace trace, List<long[]> own, List<Integer> pods, NodeRule rule, long seed) {
    if (own.isEmpty()) {
      return 0;
    }
    List<TracePod> alone = pods.stream().map(trace.pods()::get).collect(Collectors.toList());
    TraceRun run = new TraceRun(new ClusterTrace(own, alone), rule);
    long last = trace.lastArrival();
    run.run(seed, last);
    long ended = 0;
    for (int pod = 0; pod < pods.size(); pod++) {
      ended += run.hasEnded(pod, last) ? 1 : 0;
    }
    return ended;
  }
}
