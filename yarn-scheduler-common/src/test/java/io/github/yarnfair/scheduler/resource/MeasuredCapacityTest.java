// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredCapacityTest {
  private final MeasuredCapacity capacity = new MeasuredCapacity(2);

  private void measure(long... cluster) {
    capacity.register(cluster);
    capacity.measure();
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 10100, false",
    "10000, 10101, true",
    "10000,  9900, false",
    "10000,  9899, true",
    "  150,   151, false",
    "  150,   152, true",
    "   99,   100, true",
    "    0,     1, true",
    "    1,     0, true",
    "    5,     5, false"
  })
  void followsAtOnceWhatIsMoreThanAHundredth(long measured, long now, boolean isDue) {
    measure(1_000_000, measured);
    capacity.register(new long[] {1_000_000, now});
    assertThat(capacity.isDue(1000)).isEqualTo(isDue);
  }

  @Test
  void followsSmallChangesAfterAsManyDecisionsAsThereAreNodes() {
    measure(1_000_000, 1_000_000);
    capacity.register(new long[] {1_000_001, 1_000_000});
    assertThat(capacity.isExact()).isFalse();
    for (int i = 0; i < 10; i++) {
      assertThat(capacity.isDue(10)).isFalse();
      capacity.decided();
    }
    assertThat(capacity.isDue(10)).isTrue();
    assertThat(capacity.measure()).containsExactly(1_000_001, 1_000_000);
    assertThat(capacity.isExact()).isTrue();
    capacity.register(new long[] {1_000_002, 1_000_000});
    assertThat(capacity.isDue(10)).as("the decisions of before are spent").isFalse();
  }

  @Test
  void smallChangesAddUp() {
    measure(1000, 1000);
    for (int nodes = 1; nodes <= 10; nodes++) {
      capacity.register(new long[] {1000 + nodes, 1000});
      assertThat(capacity.isDue(100)).isFalse();
    }
    capacity.register(new long[] {1011, 1000});
    assertThat(capacity.isDue(100)).isTrue();
  }

  @Test
  void nothingIsDueWithoutAChange() {
    measure(1000, 0);
    for (int i = 0; i < 100; i++) {
      capacity.decided();
    }
    assertThat(capacity.isDue(10)).isFalse();
  }
}
