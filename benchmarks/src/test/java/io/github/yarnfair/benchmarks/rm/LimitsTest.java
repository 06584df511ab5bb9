// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static io.github.yarnfair.benchmarks.rm.BenchReportTest.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsTest {
  private static final String CELL = "flat/10x1@5";

  @TempDir private Path directory;

  private Limits limits(String... lines) throws IOException {
    return Limits.read(Files.write(directory.resolve("limits.properties"), List.of(lines)));
  }

  private static BenchResults results(double cpu, double bytes) {
    return BenchResults.of(
        1, List.of(result("floor", CELL, 10, 7000), result("hdrf", CELL, cpu, bytes)));
  }

  @Test
  void saysWhatExceedsALimit() throws Exception {
    Limits limits =
        limits("# trial: 2.1", "hdrf.flat/10x1@5.floors = 2.5", "hdrf.flat/10x1@5.kB=9");
    assertThat(limits.violations(results(25, 9000))).isEmpty();
    assertThat(limits.violations(results(26, 9000)))
        .containsExactly("hdrf.flat/10x1@5.floors is 2.60, limit 2.50");
    assertThat(limits.violations(results(25, 9100)))
        .containsExactly("hdrf.flat/10x1@5.kB is 9.10, limit 9.00");
  }

  @Test
  void missingMeasurementViolatesItsLimit() throws Exception {
    Limits limits = limits("dff.flat/10x1@5.floors=2", "hdrf.flat/11x1@5.kB=9");
    assertThat(limits.violations(results(25, 9000))).hasSize(2);
  }

  @Test
  void namesWhatIsToBeMeasured() throws Exception {
    Limits limits =
        limits("dff.flat/10x1@5.floors=2", "dff.flat/10x1@5.kB=2", "hdrf.depth-2/9x1@5.kB=9");
    assertThat(limits.schedulers().stream().map(BenchScheduler::label))
        .containsExactly("floor", "dff", "hdrf");
    assertThat(limits.cells())
        .containsExactlyInAnyOrder(
            ClusterCell.parse("flat/10x1@5"), ClusterCell.parse("depth-2/9x1@5"));
  }

  @Test
  void refusesWhatIsNoLimit() {
    for (String line :
        List.of("hdrf", "hdrf.floors=1", "hdrf.flat/10x1@5.MB=1", "hdrf.flat/10x1@5.kB=few")) {
      assertThatThrownBy(() -> limits(line))
          .as(line)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected");
    }
  }
}
