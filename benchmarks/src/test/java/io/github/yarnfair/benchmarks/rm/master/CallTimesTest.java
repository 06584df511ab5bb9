// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CallTimesTest {
  private static final long LONG = 1_000_000;

  private long collections = 7;
  private final CallTimes times = new CallTimes(() -> collections);

  @Test
  void timeOfGarbageCollectionsIsNotCounted() {
    times.add(3_000, 1_000, 0);
    collections++;
    times.add(LONG, 1_000, 0);
    assertThat(times.heartbeatPart()).isCloseTo(0.75, within(1e-9));
    assertThat(times.heartbeats()).containsExactly(3_000, LONG);
  }

  @Test
  void longCallsWithoutACollectionCount() {
    collections++;
    times.add(LONG, 0, 0);
    times.add(LONG, 3 * LONG, 0);
    assertThat(times.heartbeatPart()).isCloseTo(0.25, within(1e-9));
  }
}
