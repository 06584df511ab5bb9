// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What ran at many moments of churn under one scheduler. */
final class Outcome {
  private final Workload workload;
  private final List<Map<String, Integer>> moments = new ArrayList<>();

  private Outcome(Workload workload) {
    this.workload = workload;
  }

  /**
   * Fills a cluster, lets random tasks end for {@code rounds} rounds so that what came from the
   * filling is forgotten, and looks at it after each of as many further rounds.
   */
  static Outcome measure(Rival rival, Workload workload, int rounds, List<Long> seeds)
      throws Exception {
    Outcome outcome = new Outcome(workload);
    for (long seed : seeds) {
      Random random = new Random(seed);
      try (ChurnDriver driver = new ChurnDriver(rival, workload, -1)) {
        driver.submitAll().churn(rounds, random);
        for (int r = 0; r < rounds; r++) {
          outcome.moments.add(driver.churn(1, random).running());
        }
        if (!driver.agreesWithScheduler()) {
          throw new IllegalStateException(rival + " and the applications differ in what runs");
        }
      }
    }
    return outcome;
  }

  /** Returns how many tasks of a leaf ran, on average. */
  double tasks(String leaf) {
    return moments.stream().mapToInt(moment -> moment.get(leaf)).average().orElseThrow();
  }

  /** Returns the least number of tasks of a leaf that ran at any moment. */
  int least(String leaf) {
    return moments.stream().mapToInt(moment -> moment.get(leaf)).min().orElseThrow();
  }

  /** Returns the largest number of tasks of a leaf that ran at any moment. */
  int most(String leaf) {
    return moments.stream().mapToInt(moment -> moment.get(leaf)).max().orElseThrow();
  }

  /** Returns the fraction of a resource that nobody used, on average. */
  double idle(ResourceKind kind) {
    int j = workload.kinds().indexOf(kind);
    double used = 0.0;
    for (TreeSpec leaf : workload.leaves()) {
      used += tasks(leaf.name()) * leaf.demand(j);
    }
    return 1.0 - used / workload.capacity()[j];
  }
}
