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
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policies over the share tree against the plain recursion, whatever happens to the tree. */
class HdrfPolicyAgainstPlainRecursionTest {
  private static final long SEED = Seed.of("HdrfPolicyAgainstPlainRecursionTest", 4);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyKeyAndChoiceIsTheSame(boolean corrected) {
    int choices = 0;
    for (int round = 0; round < 10_000; round++) {
      RandomPolicyEvents events = new RandomPolicyEvents(Seed.random(SEED, round), corrected);
      for (int step = 0; step < 20; step++) {
        events.somethingHappens();
        choices += events.decideAndCompare("round " + round) ? 1 : 0;
      }
      events.auditTree();
    }
    System.out.println((corrected ? "corrected: " : "printed: ") + choices + " tasks placed");
    assertThat(choices).isGreaterThan(50_000);
  }
}
