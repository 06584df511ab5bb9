// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.benchmarks.workload.Setting;
import io.github.yarnfair.benchmarks.workload.TreeShape;
import io.github.yarnfair.benchmarks.workload.Workload;
import io.github.yarnfair.simulator.rule.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** What is measured, and that it can be. */
class PlanTest {
  private static final Extent FULL =
      new Extent(
          List.of(100, 1000),
          Arrays.asList(TreeShape.values()),
          List.of(2, 4, 8),
          Contender.rules(),
          12,
          1,
          true);

  @Test
  void noCellTwiceAndEveryRuleBesideTheFloor() {
    List<Cell> cells = Plan.cells(FULL);
    assertThat(cells).doesNotHaveDuplicates();
    for (int m : FULL.resources()) {
      Setting setting = FULL.setting(1000, TreeShape.DEPTH_3, m);
      assertThat(cells)
          .contains(new Cell(Operation.DECISION, Contender.FLOOR, Engine.FAST, setting));
      for (Contender rule : Contender.rules()) {
        assertThat(cells)
            .contains(new Cell(Operation.DECISION, rule, Plan.fastest(rule, m), setting));
      }
    }
  }

  @Test
  void thePlainRecursionIsMeasuredWhereverHdrfIs() {
    List<Cell> cells = Plan.cells(FULL);
    assertThat(cells)
        .filteredOn(
            cell -> cell.operation() == Operation.DECISION && cell.contender().rule() == Rule.H_DRF)
        .allSatisfy(cell -> assertThat(cells).contains(cell.with(Engine.PLAIN)));
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationRunsUnderEveryRule(Operation operation) {
    for (Contender rule : Contender.rules()) {
      Workload workload = new Workload(new Setting(30, TreeShape.DEPTH_2, 4, 12, 2));
      workload.fill();
      Operation.Turn turn = operation.on(workload, rule.selection(workload, Engine.FAST));
      long before = workload.picks();
      for (int i = 0; i < 50; i++) {
        assertThat(turn.run()).isPositive();
      }
      boolean decides = operation != Operation.IDEAL_SHARE && operation != Operation.FLATTENING;
      assertThat(workload.picks() - before).isGreaterThanOrEqualTo(decides ? 50 : 0);
    }
  }

  @Test
  void jmhFindsTheBenchmark() throws IOException {
    try (InputStream list = getClass().getResourceAsStream("/META-INF/BenchmarkList")) {
      assertThat(list).isNotNull();
      assertThat(new String(list.readAllBytes(), StandardCharsets.UTF_8))
          .contains(TurnBenchmark.class.getName());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--leaves=0|leaves 0: expected 1 to",
        "--kinds=3|kinds 3: expected 6 to 48",
        "--resources=1|resources 1: expected 2 to 16",
        "--shapes=round|\"round\": expected one of [flat, depth-2",
        "--rules=floor|\"floor\": expected one of [h-drf, h-drf-published",
      })
  void aWrongCommandLineIsExplained(String option, String said) {
    StringWriter err = new StringWriter();
    CommandLine commandLine = new CommandLine(new Benchmarks()).setErr(new PrintWriter(err));
    assertThat(commandLine.execute("--quick", option)).isEqualTo(2);
    assertThat(err.toString()).contains(said);
  }

  @Test
  void settingsCheckTheirRanges() {
    assertThatThrownBy(() -> new Setting(10, TreeShape.FLAT, 17, 12, 1))
        .hasMessage("resources 17: expected 2 to 16");
  }
}
