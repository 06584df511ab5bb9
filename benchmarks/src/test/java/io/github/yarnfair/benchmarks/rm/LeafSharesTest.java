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
package io.github.yarnfair.benchmarks.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LeafSharesTest {
  private final ClusterWorkload workload =
      new ClusterWorkload(ClusterCell.parse("flat/1x1@10"), 3, true);

  @Test
  void leafThatHoldsAllExhaustedResourcesHasItsIdealShare() {
    long[] demand = workload.demands().get(0);
    long[] capacity = workload.capacity();
    long tasks = Math.min(capacity[0] / demand[0], capacity[1] / demand[1]);
    LeafShares shares = new LeafShares(workload);
    shares.observe(Map.of("root.q0", new long[] {tasks * demand[0], tasks * demand[1], 0}));
    assertThat(shares.parts()).hasSize(1);
    assertThat(shares.parts()[0]).isCloseTo(1.0, within(0.01));
  }

  @Test
  void observationsAreAveraged() {
    long[] all = workload.capacity();
    LeafShares shares = new LeafShares(workload);
    shares.observe(Map.of("root.q0", all));
    double once = shares.parts()[0];
    shares.observe(Map.of("root.q0", new long[all.length]));
    assertThat(shares.parts()[0]).isCloseTo(once / 2, within(1e-9));
  }
}
