// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RmBenchTest {
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new RmBench())
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(errors))
        .execute(arguments);
  }

  @Test
  void saysWhatIsWrongWithACell() {
    assertThat(run("--cells=flat/4x1")).isEqualTo(2);
    assertThat(errors.toString()).contains("'flat/4x1': expected such as flat/256x1@200");
  }

  @Test
  void thisJvmIsOne() {
    assertThat(run("--here", "--jvms=2", "--cells=flat/1x1@2")).isEqualTo(2);
    assertThat(errors.toString()).contains("--jvms: expected at least 1, and no more with --here");
  }

  @Test
  void schedulersTakeTurnsJvmByJvm() {
    assertThat(run("--jvms=2", "--schedulers=no.A,no.B", "--cells=flat/1x1@2")).isEqualTo(1);
    assertThat(errors.toString().lines().filter(line -> line.endsWith(" ...")))
        .containsExactly(
            "flat/1x1@2, A ...", "flat/1x1@2, B ...", "flat/1x1@2, A ...", "flat/1x1@2, B ...");
  }

  @Test
  void saysWhatCouldNotBeMeasured() {
    assertThat(run("--here", "--schedulers=no.such.Scheduler", "--cells=flat/1x1@2")).isEqualTo(1);
    assertThat(errors.toString()).contains("flat/1x1@2, Scheduler could not be measured");
  }

  @Test
  void theGateFailsWithWhatCouldNotBeMeasured(@TempDir Path directory) throws Exception {
    Path limits = directory.resolve("limits.properties");
    Files.writeString(limits, "no.flat/1x1@2.floors = 2\n");
    assertThat(run("--here", "--gate=" + limits, "-Dyarn.resource-types=wrong,wrong")).isEqualTo(1);
    assertThat(errors.toString()).contains("gate: no.flat/1x1@2.floors is NaN, limit 2.00");
  }
}
