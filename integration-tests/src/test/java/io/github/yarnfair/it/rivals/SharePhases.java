// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Mean dominant shares between moments at which leaves come and go.
 *
 * @param workload the cluster and its leaves
 * @param run what happened
 */
record SharePhases(Workload workload, TimedRun run) {
  private static final int SHORTEST = 10;
  private static final int LONGEST = 30;

  /** Runs leaves that each have endless tasks of 10 to 30 s from one second to another. */
  static SharePhases of(Rival rival, Workload workload, Map<String, int[]> present, long seed)
      throws Exception {
    List<TimedJob> trace = new ArrayList<>();
    for (TreeSpec leaf : workload.leaves()) {
      int[] when = present.get(leaf.name());
      trace.add(new TimedJob(leaf, when[0], when[1]));
    }
    return new SharePhases(workload, TimedRun.of(rival, workload, trace, SHORTEST, LONGEST, seed));
  }

  /** Returns the mean shares of the leaves in pre-order, and prints them. */
  List<Double> shares(Rival rival, int from, int to) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (TreeSpec leaf : workload.leaves()) {
      shares.put(leaf.name(), workload.dominantShare(leaf, run.mean(leaf.name(), from, to)));
    }
    System.out.printf("%-5s %3d to %3d s:", rival, from, to);
    shares.forEach(
        (leaf, share) -> System.out.printf(Locale.ROOT, "  %s %.3f", leaf, Math.abs(share)));
    System.out.println();
    return List.copyOf(shares.values());
  }
}
