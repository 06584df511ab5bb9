// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallLogTest {
  private final CallLog log = new CallLog();

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 65, 127, 128, 1_000, 999_999, 5_000_000_000L, Long.MAX_VALUE})
  void quantileOfOneCallIsItsTimeWithinABucket(long nanos) {
    log.add(nanos);
    assertThat(log.quantile(0.5)).isCloseTo(nanos, withinPercentage(100.0 / 128));
  }

  @Test
  void quantilesAreByRank() {
    for (int i = 1; i <= 1000; i++) {
      log.add(i * 1000);
    }
    assertThat(log.count()).isEqualTo(1000);
    assertThat(log.quantile(0.5)).isCloseTo(500_000, withinPercentage(1));
    assertThat(log.quantile(0.99)).isCloseTo(990_000, withinPercentage(1));
    assertThat(log.quantile(1)).isCloseTo(1_000_000, withinPercentage(1));
  }

  @Test
  void clearedLogHasNoCalls() {
    log.add(5);
    log.clear();
    assertThat(log.count()).isZero();
    assertThat(log.quantile(0.5)).isZero();
  }
}
