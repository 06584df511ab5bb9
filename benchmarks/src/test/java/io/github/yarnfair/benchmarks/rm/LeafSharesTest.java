// SPDX-License-Identifier: Apache-2.0
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
