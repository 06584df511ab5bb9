// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfRule;
import org.junit.jupiter.api.Test;

class FillGaugeTest {
  private final FillGauge gauge = new FillGauge(new SlsScheduler(new HdrfRule()));

  @Test
  void clusterIsFullWhenTenLooksHaveSeenNoGrowth() {
    for (int look = 1; look <= 50; look++) {
      assertThat(gauge.isFilling(look / 55.0)).as("look " + look).isTrue();
    }
    for (int look = 1; look < 10; look++) {
      assertThat(gauge.isFilling(0.9)).as("look " + look).isTrue();
    }
    assertThat(gauge.isFilling(0.9)).isFalse();
  }
}
