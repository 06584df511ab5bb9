// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchReportTest {
  private static final String SMALL = "flat/10x1@5";
  private static final String LARGE = "flat/1000x1@5";

  static BenchResult result(String scheduler, String cell, double cpu, double bytes) {
    return new BenchResult(scheduler, cell, figures(cpu, 0.5, bytes), null);
  }

  private static CellFigures figures(double cpu, double heartbeatPart, double bytes) {
    return new CellFigures(
        cpu,
        0.1,
        cpu,
        heartbeatPart,
        1,
        2,
        2 * bytes,
        bytes,
        9,
        1,
        99,
        0.9,
        7,
        800,
        1600,
        3,
        4,
        5,
        0.25,
        1,
        1.5);
  }

  private static final BenchResults RESULTS =
      BenchResults.of(
          1,
          List.of(
              result("floor", SMALL, 10, 7000),
              result("other", SMALL, 25, 9000),
              result("floor", LARGE, 10, 7000),
              result("other", LARGE, 2500, 9000)));

  private static String print(BenchResults results) {
    StringWriter text = new StringWriter();
    new BenchReport(results, new PrintWriter(text)).print();
    return text.toString();
  }

  @Test
  void printsMultiplesOfTheFloor() {
    assertThat(RESULTS.floors("other", SMALL)).isEqualTo(2.5);
    assertThat(print(RESULTS))
        .containsPattern(
            "(?m)^other +25\\.0 +2\\.50 +±10% +12\\.5 +2\\.50 +9\\.00 .* 7 +800 +1600 +4\\.00 .* 0\\.25 +1\\.00")
        .containsPattern("(?m)^other +2\\.50 +250$");
  }

  @Test
  void printsHowCostsGrow() {
    double exponent =
        RESULTS.growthExponent(
            "other", ClusterCell.parse(SMALL), ClusterCell.Dimension.LEAF_QUEUES);
    assertThat(exponent).isCloseTo(1.0, within(1e-9));
    assertThat(print(RESULTS))
        .containsPattern("(?m)^leaf queues \\[10, 1000\\] of flat/10x1@5 +0\\.00 +1\\.00$")
        .doesNotContain("applications per leaf queue");
  }

  @Test
  void printsTheMedianOfSeveralJvms() {
    BenchResults several =
        BenchResults.of(
            1,
            List.of(
                result("floor", SMALL, 10, 7000),
                result("other", SMALL, 40, 9000),
                result("floor", SMALL, 20, 7000),
                result("other", SMALL, 25, 9900),
                result("floor", SMALL, 12, 7000),
                result("other", SMALL, 30, 9500)));
    assertThat(several.floors("other", SMALL)).isEqualTo(2.5);
    assertThat(print(several))
        .containsPattern("(?m)^floor +12\\.0 +1\\.00 +±83% +6\\.00 +1\\.00 +7\\.00")
        .containsPattern("(?m)^other +30\\.0 +2\\.50 +±50% +15\\.0 +2\\.50 +9\\.50")
        .containsPattern("(?m)^other +2\\.50$");
  }

  @Test
  void theHeartbeatsTimeIsTheMedianOfItsOwn() {
    CellFigures first = figures(10, 0.9, 1);
    CellFigures second = figures(20, 0.1, 1);
    CellFigures third = figures(30, 0.2, 1);
    CellFigures median = CellFigures.median(List.of(first, second, third));
    assertThat(median.cpu()).isEqualTo(20);
    assertThat(median.heartbeatCpu()).isCloseTo(6.0, within(1e-9));
  }

  @Test
  void leavesOutWhatCouldNotBeMeasured() {
    BenchResults some = BenchResults.of(1, List.of(result("other", SMALL, 25, 9000)));
    assertThat(some.floors("other", SMALL)).isNaN();
    assertThat(print(some)).contains("other").doesNotContain("NaN").doesNotContain("growth");
  }

  @Test
  void printsContention() {
    BenchResults contended =
        BenchResults.of(
            1,
            List.of(
                contended(10, 20, 15, 80, 1234),
                contended(9, 21, 14, 81, 1000),
                contended(11, 19, 16, 79, 2000)));
    assertThat(print(contended))
        .containsPattern("(?m)^other +10\\.0 +15\\.0 +1\\.50 +20\\.0 +80\\.0 +4\\.00 +1234$");
  }

  private static BenchResult contended(
      double p50Alone, double p99Alone, double p50, double p99, double calls) {
    return new BenchResult(
        "other", SMALL, null, new ContendedFigures(p50Alone, p99Alone, p50, p99, calls));
  }

  @Test
  void isReadAsItWasWritten(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("results.json");
    RESULTS.write(file);
    assertThat(BenchResults.read(file)).isEqualTo(RESULTS);
  }
}
