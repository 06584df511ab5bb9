// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.benchmarks.attacks.AttackBench.Costs;
import io.github.yarnfair.benchmarks.attacks.AttackBench.Run;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The attacks, a tenth as large, by the bytes that heartbeats and the others' calls allocate for
 * each container that the others are given: work that is counted, and not time.
 */
class AttackWorkTest {
  private static final int EXTENT = 10;
  private static final int ROUNDS = 10;
  private static final double MOST = 2;

  /** By the nodes that report, and by passes over all nodes. */
  @ParameterizedTest
  @ValueSource(strings = {"hdrf", "drfh"})
  void attacksCostOthersAtMostTwice(String scheduler) throws Exception {
    new Run(scheduler, Attack.none()).costs(ROUNDS);
    double plain = bytes(new Run(scheduler, Attack.none()).costs(ROUNDS));
    List<String> dear = new ArrayList<>();
    for (Attack attack : Attacks.all(EXTENT)) {
      Costs costs = new Run(scheduler, attack).costs(ROUNDS);
      assertThat(costs.given()).as("containers for others, %s", attack.name()).isPositive();
      double times = bytes(costs) / plain;
      System.out.printf("AttackWorkTest: %s %.2f %s%n", scheduler, times, attack.name());
      if (times > MOST) {
        dear.add(attack.name());
      }
    }
    assertThat(dear).isEmpty();
  }

  /** Fails where a pass over all nodes compares the node that reports with increases elsewhere. */
  @Test
  void increasesWithoutRoomCostAPassLittle() throws Exception {
    Attack increases =
        Attacks.all(EXTENT).stream()
            .filter(attack -> attack.name().startsWith("increases of all containers"))
            .findFirst()
            .orElseThrow();
    new Run("drfh", Attack.none()).costs(ROUNDS);
    double plain = bytes(new Run("drfh", Attack.none()).costs(ROUNDS));
    double attacked = bytes(new Run("drfh", increases).costs(ROUNDS));
    assertThat(attacked / plain).as("bytes, multiples").isLessThan(1.5);
  }

  private static double bytes(Costs costs) {
    return (double) costs.bytes() / costs.given();
  }
}
