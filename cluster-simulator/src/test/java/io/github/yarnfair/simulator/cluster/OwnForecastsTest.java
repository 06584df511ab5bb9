// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.simulator.Simulator;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code forecast} with a scheduler's own forecasts. */
class OwnForecastsTest {
  private static final long SEED = Long.getLong("yarnfair.seed", 20_261_128);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  /** Tasks of up to a whole node, so that the scheduler reserves nodes. */
  private Path jobs() throws Exception {
    Random random = new Random(SEED);
    StringBuilder csv =
        new StringBuilder("id,queue,submit-ms,tasks,memory-mb,vcores,duration-ms\n");
    long time = 0;
    for (int i = 0; i < 300; i++) {
      time += (long) (-Math.log(random.nextDouble()) * 8_000);
      int vcores = random.nextInt(8) == 0 ? 8 : 1 + random.nextInt(2);
      long duration = (long) (25_000 * Math.exp(0.5 * random.nextGaussian()));
      csv.append(
          "j%d,%s,%d,2,100,%d,%d%n".formatted(i, i % 2 == 0 ? "a" : "b", time, vcores, duration));
    }
    return Files.writeString(folder.resolve("jobs.csv"), csv.toString());
  }

  private int run(String policy) throws Exception {
    return new CommandLine(new Simulator())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(
            "forecast",
            "--nodes=2*memory-mb=4096,vcores=8",
            "--jobs=" + jobs(),
            "--forecasts=150",
            "--policy=" + policy);
  }

  @Test
  void whatASchedulerSaysIsComparedWithWhatHappens() throws Exception {
    System.out.println("OwnForecastsTest: -Dyarnfair.seed=" + SEED);
    assertThat(run("hdrf-scheduler")).as(err.toString()).isZero();
    String row = out.toString().lines().skip(2).findFirst().orElseThrow();
    assertThat(row).startsWith("| hdrf-scheduler, heartbeat | ");
    String[] cells = row.split("\\|");
    assertThat(Integer.parseInt(cells[2].strip())).as(row).isGreaterThan(60);
    double contained = Double.parseDouble(cells[3].replace("%", "").strip());
    assertThat(contained).as(row).isBetween(60.0, 97.0);
  }

  @Test
  void schedulerWithoutForecastsIsRefused() throws Exception {
    assertThat(run("capacity-scheduler")).isEqualTo(2);
    assertThat(err.toString()).contains("capacity-scheduler: expected a scheduler of this project");
    assertThat(run("best")).isEqualTo(2);
    assertThat(err.toString()).contains("\"best\": expected one of [", "or of [", "hdrf-scheduler");
  }

  @Test
  void aSchedulerThatDoesNotRunSaysNothing() {
    HostedContender idle = new HostedContender(RealScheduler.of("hdrf-scheduler"));
    assertThatThrownBy(() -> idle.expectedStarts(0)).hasMessage("hdrf-scheduler does not run");
  }
}
