// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CorePartTest {
  private long cpu;
  private long now = 7;
  private int runs;

  private static long millis(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }

  private void task(long cpuMillis, long lasting) {
    runs++;
    cpu += millis(cpuMillis);
    now += millis(lasting);
  }

  private CorePart part(long allowanceMillis) {
    return new CorePart(() -> cpu, () -> now, millis(allowanceMillis));
  }

  /** By the clock, as a rival counts, the next one would be due after 99 seconds. */
  @Test
  void whatCountsIsCpuTime() {
    CorePart part = part(0);
    part.run(1, () -> task(10, 1000));
    now += millis(989);
    part.run(1, () -> task(10, 1000));
    assertThat(runs).isEqualTo(1);
    now += millis(1);
    part.run(1, () -> task(10, 1000));
    assertThat(runs).isEqualTo(2);
  }

  @Test
  void theFirstTasksDoNotCountForTheirAllowance() {
    CorePart part = part(800);
    part.run(1, () -> task(600, 600));
    part.run(1, () -> task(210, 210));
    assertThat(runs).isEqualTo(2);
    now += millis(989);
    part.run(1, () -> task(1, 1));
    assertThat(runs).isEqualTo(2);
    now += millis(1);
    part.run(1, () -> task(1, 1));
    assertThat(runs).isEqualTo(3);
  }

  @Test
  void nothingRunsForNoPart() {
    part(1000).run(0, () -> task(1, 1));
    assertThat(runs).isZero();
  }
}
