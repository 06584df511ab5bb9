// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.benchmarks.workload.Setting;
import io.github.yarnfair.benchmarks.workload.TreeShape;
import io.github.yarnfair.simulator.rule.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of measurements: made-up ones, times as powers of the number of leaves. */
class ReportTest {
  private static final Extent EXTENT =
      new Extent(
          List.of(100, 10_000),
          List.of(TreeShape.FLAT),
          List.of(4),
          List.of(new Contender(Rule.H_DRF), new Contender(Rule.MCH_EXACT)),
          12,
          1,
          false);

  @TempDir private Path folder;

  @Test
  void exponentsAndRatios() {
    Results results = results();
    Cell hdrf = cell(Rule.H_DRF, 100);
    Cell mch = cell(Rule.MCH_EXACT, 100);
    assertThat(results.growthExponent(hdrf)).isCloseTo(1.0, within(1e-9));
    assertThat(results.growthExponent(mch)).isCloseTo(0.5, within(1e-9));
    assertThat(results.ratio(hdrf, mch)).isCloseTo(10, within(1e-9));
    assertThat(results.ratio(hdrf.withLeaves(7), mch)).isNaN();
  }

  @Test
  void theTableShowsThem() {
    StringWriter text = new StringWriter();
    new TextReport(results(), new PrintWriter(text)).print();
    List<String> lines = text.toString().lines().toList();
    assertThat(lines).anyMatch(l -> l.matches("flat, m = 4: .*"));
    assertThat(lines).anyMatch(l -> l.matches(" +100 +10000 +exponent +spread +B/op"));
    assertThat(lines).anyMatch(l -> l.matches("h-drf\\S* .*1.00 µs +100 µs +1.00 +±10% +3.0"));
    assertThat(lines).anyMatch(l -> l.matches("h-drf / mch-exact +10.0× +100×"));
    assertThat(lines).anyMatch(l -> l.matches("another set than before +75% +75%"));
  }

  @Test
  void jsonHoldsEveryCell() throws IOException {
    Path file = folder.resolve("results.json");
    new JsonReport(results()).write(file);
    JsonNode cells = new ObjectMapper().readTree(file.toFile()).path("cells");
    assertThat(cells).hasSize(4);
    assertThat(cells.path(1).path("rule").asText()).isEqualTo("h-drf");
    assertThat(cells.path(1).path("leaves").asInt()).isEqualTo(10_000);
    assertThat(cells.path(1).path("cpuNanos").asDouble()).isEqualTo(100_000);
    assertThat(cells.path(1).path("growthExponent").asDouble()).isCloseTo(1.0, within(1e-9));
    assertThat(cells.path(1).path("workload").path("fittingSets").asInt()).isEqualTo(40);
  }

  @Test
  void timesAreReadable() {
    assertThat(TextReport.time(140.4)).isEqualTo("140 ns");
    assertThat(TextReport.time(1_234)).isEqualTo("1.23 µs");
    assertThat(TextReport.time(123_400)).isEqualTo("123 µs");
    assertThat(TextReport.time(12_340_000)).isEqualTo("12.34 ms");
  }

  private static Results results() {
    Map<Cell, Measurement> measurements = new LinkedHashMap<>();
    WorkloadFigures figures = new WorkloadFigures(900, 50, 4, 2, 40, 0.75);
    for (int leaves : EXTENT.sizes()) {
      measurements.put(cell(Rule.H_DRF, leaves), measurement(10.0 * leaves, figures));
    }
    for (int leaves : EXTENT.sizes()) {
      measurements.put(cell(Rule.MCH_EXACT, leaves), measurement(10 * Math.sqrt(leaves), figures));
    }
    return new Results(EXTENT, measurements);
  }

  private static Measurement measurement(double nanos, WorkloadFigures figures) {
    return new Measurement(nanos, 0.1, nanos * 2, 3, figures);
  }

  private static Cell cell(Rule rule, int leaves) {
    Setting setting = EXTENT.setting(leaves, TreeShape.FLAT, 4);
    Contender contender = new Contender(rule);
    return new Cell(Operation.DECISION, contender, Plan.fastest(contender, 4), setting);
  }
}
