// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Cells from beginning to end, too short for their times to mean anything. */
class CellMeasurementTest {
  private static final ClusterCell CELL = ClusterCell.parse("depth-2/4x1@20");

  private static CellFigures measure(String scheduler, Map<String, String> options)
      throws Exception {
    BenchSettings settings = new BenchSettings(1, true, true, 0, 1, options);
    BenchResult result =
        new CellInProcess(settings, Effort.SHORT).measure(BenchScheduler.named(scheduler), CELL);
    assertThat(result.scheduler()).isEqualTo(scheduler);
    assertThat(result.cell()).isEqualTo(CELL.toString());
    assertThat(result.contention()).isNull();
    return result.figures();
  }

  private static CellFigures checked(String scheduler) throws Exception {
    CellFigures figures = measure(scheduler, Map.of());
    assertThat(figures.perHeartbeat()).isCloseTo(1.0, Offset.offset(0.2));
    assertThat(figures.decisions()).isPositive();
    assertThat(figures.running()).isBetween(100, 2000);
    assertThat(figures.heartbeatPart()).isBetween(0.0, 1.0);
    assertThat(figures.refill()).isPositive().isLessThan(figures.refillHeartbeats());
    assertThat(figures.p99()).isGreaterThanOrEqualTo(figures.p50());
    assertThat(figures.leastShare()).isLessThanOrEqualTo(figures.medianShare());
    assertThat(figures.medianShare()).isLessThanOrEqualTo(figures.largestShare());
    return figures;
  }

  @Test
  void capacitySchedulerAllocatesTheMostAndTheFloorSharesTheWorst() throws Exception {
    CellFigures floor = checked("floor");
    CellFigures hdrf = checked("hdrf");
    CellFigures capacity = checked("capacity");
    assertThat(floor.heartbeatBytes()).isPositive().isLessThan(floor.bytes());
    assertThat(floor.bytes()).isLessThan(capacity.bytes());
    assertThat(hdrf.bytes()).isPositive().isLessThan(capacity.bytes());
    assertThat(floor.leastShare()).isLessThan(hdrf.leastShare());
  }

  @Test
  void optionsReachTheScheduler() {
    assertThatThrownBy(() -> measure("hdrf", Map.of("yarn.scheduler.hdrf.rule", "none")))
        .hasStackTraceContaining("yarn.scheduler.hdrf.rule");
  }
}
