/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.benchmarks.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.benchmarks.attacks.AttackBench.Costs;
import io.github.yarnfair.benchmarks.attacks.AttackBench.Run;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The attacks, a tenth as large, by the bytes that heartbeats and the others' calls allocate for
 * each container that the others are given: work that is counted, and not time.
 */
class AttackWorkTest {
  private static final int EXTENT = 10;
  private static final int ROUNDS = 10;
  private static final double MOST = 2;

  @Test
  void attacksCostOthersAtMostTwice() throws Exception {
    new Run("hdrf", Attack.none()).costs(ROUNDS);
    double plain = bytes(new Run("hdrf", Attack.none()).costs(ROUNDS));
    List<String> dear = new ArrayList<>();
    for (Attack attack : Attacks.all(EXTENT)) {
      Costs costs = new Run("hdrf", attack).costs(ROUNDS);
      assertThat(costs.given()).as("containers for others, %s", attack.name()).isPositive();
      double times = bytes(costs) / plain;
      System.out.printf("AttackWorkTest: %.2f %s%n", times, attack.name());
      if (times > MOST) {
        dear.add(attack.name());
      }
    }
    assertThat(dear).isEmpty();
  }

  private static double bytes(Costs costs) {
    return (double) costs.bytes() / costs.given();
  }
}
