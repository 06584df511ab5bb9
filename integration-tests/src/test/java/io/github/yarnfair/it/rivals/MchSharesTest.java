// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MCH paper, figure 4: shares as leaves come and go, by collapsed hierarchies and by H-DRF. */
@Tag("experiment")
class MchSharesTest {
  private static final long SEED = 20_261_121;

  private static final Workload CLUSTER =
      new Workload(
          TreeSpec.queue(
              "root",
              TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 1, 0), TreeSpec.leaf("n1,2", 0, 1)),
              TreeSpec.queue(
                  "n2",
                  TreeSpec.leaf("n2,1", 1, 0),
                  TreeSpec.leaf("n2,2", 1, 0),
                  TreeSpec.leaf("n2,3", 0, 1)),
              TreeSpec.queue("n3", TreeSpec.leaf("n3,1", 1, 0))),
          List.of(ResourceKind.CPU, ResourceKind.MEM),
          Collections.nCopies(50, new long[] {4, 4}),
          1);

  /** From when to when each leaf has tasks. */
  private static final Map<String, int[]> PRESENT =
      Map.of(
          "n1,1", new int[] {0, 900},
          "n1,2", new int[] {40, 600},
          "n2,1", new int[] {80, 700},
          "n2,2", new int[] {120, 900},
          "n2,3", new int[] {160, 900},
          "n3,1", new int[] {200, 800});

  @Test
  void sharesAreTheHierarchysAndAMemoryUserTakesAllThatTheOtherLeaves() throws Exception {
    System.out.printf("%nMCH paper, figure 4; seed %d; mean dominant shares%n", SEED);
    for (Rival rival : List.of(Rival.MCH, Rival.HDRF)) {
      SharePhases phases = SharePhases.of(rival, CLUSTER, PRESENT, SEED);
      expect(phases.shares(rival, 300, 600), 1.0 / 3, 1.0 / 2, 1.0 / 6, 1.0 / 6, 1.0 / 2, 1.0 / 3);
      expect(phases.shares(rival, 640, 700), 1.0 / 3, 0, 1.0 / 6, 1.0 / 6, 1, 1.0 / 3);
      expect(phases.shares(rival, 740, 800), 1.0 / 3, 0, 0, 1.0 / 3, 1, 1.0 / 3);
      expect(phases.shares(rival, 840, 900), 1.0 / 2, 0, 0, 1.0 / 2, 1, 0);
    }
  }

  /** Within two whole tasks of 200, on average over the phase. */
  private static void expect(List<Double> shares, double... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(shares.get(i))
          .as("leaf %d of %s", i, shares)
          .isBetween(expected[i] - 2.0 / 200, expected[i] + 2.0 / 200);
    }
  }
}
