// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.simulator.recording.SmallRecording;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code forecast}: how reliable expected starts are on a trace. */
class ForecastCommandTest {
  private static final long SEED = Long.getLong("yarnfair.seed", 20_261_123);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  /** Two queues with short and long tasks, and about as many of them as ten vcores can run. */
  @Test
  void intervalsContainWhatHappensAboutAsOftenAsTheySay() throws Exception {
    System.out.println("ForecastCommandTest: -Dyarnfair.seed=" + SEED);
    Random random = new Random(SEED);
    StringBuilder csv =
        new StringBuilder("id,queue,submit-ms,tasks,memory-mb,vcores,duration-ms\n");
    long time = 0;
    for (int i = 0; i < 400; i++) {
      time += (long) (-Math.log(random.nextDouble()) * 6_000);
      double usual = i % 2 == 0 ? 20_000 : 80_000;
      long duration = (long) (usual * Math.exp(0.5 * random.nextGaussian()));
      csv.append("j%d,%s,%d,1,10,1,%d%n".formatted(i, i % 2 == 0 ? "a" : "b", time, duration));
    }
    Path jobs = Files.writeString(folder.resolve("jobs.csv"), csv.toString());
    assertThat(run(jobs, "--forecasts", "200", "--policy", "h-drf,dff")).as(err + "").isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(4);
    for (String line : lines.subList(2, 4)) {
      String[] cells = line.split("\\|");
      assertThat(Integer.parseInt(cells[4].trim())).as(line).isGreaterThan(60);
      double contained = Double.parseDouble(cells[5].replace("%", "").trim());
      assertThat(contained).as(line).isBetween(65.0, 95.0);
      String[] quarters = cells[6].split(";");
      assertThat(quarters).as(line).hasSize(4);
      for (String quarter : quarters) {
        double part = Double.parseDouble(quarter.split("/")[1].replace("%", "").trim());
        assertThat(part).as(line).isBetween(55.0, 99.0);
      }
    }
  }

  @Test
  void badOptionsAreNamed() throws Exception {
    Path jobs = folder.resolve("none.csv");
    assertThat(run(jobs, "--policy", "best")).isEqualTo(2);
    assertThat(err.toString()).contains("--policy \"best\": expected one of [dff, drfh, h-drf, ");
    assertThat(run(jobs, "--forecasts", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--forecasts 0: expected at least 1");
    assertThat(run(jobs, "--runs", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("expected at least 2");
    assertThat(run(jobs)).isEqualTo(2);
    assertThat(err.toString()).contains("none.csv");
  }

  /** Its nodes and jobs are run; without them the command would ask for --nodes. */
  @Test
  void recordingsAreRunAsTraces() throws Exception {
    FairnessPolicy policy = new HdrfPolicy();
    Path recording = SmallRecording.write(folder.resolve("recording"), policy, policy.name());
    assertThat(execute("forecast", "--recording", recording.toString())).as(err + "").isZero();
    assertThat(err.toString()).contains("without Hadoop's classes: its queues all weigh 1");
    assertThat(out.toString().lines()).anyMatch(line -> line.startsWith("| h-drf, heartbeat | "));
    assertThat(execute("forecast", "--recording", recording.toString(), "--jobs", "any"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("expected none of --jobs, --nodes, --queues");
  }

  private int run(Path jobs, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("forecast", "--nodes", "1*memory-mb=100,vcores=10", "--jobs", jobs.toString()));
    arguments.addAll(List.of(more));
    return execute(arguments.toArray(String[]::new));
  }

  private int execute(String... arguments) {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
