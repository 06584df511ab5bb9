// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * H-DRF paper, section 5.1 and figure 9: weighted shares as jobs come and go. Moments at which jobs
 * come are ours.
 */
@Tag("experiment")
class HdrfSharesTest {
  private static final long SEED = 20_261_121;

  private static final Workload CLUSTER =
      new Workload(
          TreeSpec.queue(
              "root",
              TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 1, 1, 0), TreeSpec.leaf("n1,2", 1, 0, 1))
                  .weighing(4),
              TreeSpec.queue("n2", TreeSpec.leaf("n2,1", 1, 1, 0), TreeSpec.leaf("n2,2", 1, 1, 0))),
          List.of(ResourceKind.MEM, ResourceKind.CPU, ResourceKind.GPU),
          Collections.nCopies(49, new long[] {16, 4, 4}),
          1);

  /** From when to when each leaf has tasks. */
  private static final Map<String, int[]> PRESENT =
      Map.of(
          "n1,1", new int[] {150, 300},
          "n1,2", new int[] {0, 600},
          "n2,1", new int[] {50, 550},
          "n2,2", new int[] {100, 400});

  @Test
  void sharesFollowTheWeightsAndSiblingsTakeWhatALeaverHad() throws Exception {
    System.out.printf("%nH-DRF paper, section 5.1; seed %d; mean dominant shares%n", SEED);
    SharePhases phases = SharePhases.of(Rival.HDRF, CLUSTER, PRESENT, SEED);
    expect(phases.shares(Rival.HDRF, 200, 300), 0.8, 1, 0.1, 0.1);
    expect(phases.shares(Rival.HDRF, 340, 400), 0, 1, 0.5, 0.5);
    expect(phases.shares(Rival.HDRF, 440, 550), 0, 1, 1, 0);
  }

  /** Within two whole tasks of 196, on average over the phase. */
  private static void expect(List<Double> shares, double... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(shares.get(i))
          .as("leaf %d of %s", i, shares)
          .isBetween(expected[i] - 2.0 / 196, expected[i] + 2.0 / 196);
    }
  }
}
