// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code run}, without Hadoop. */
class RunCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;
  private Path jobs;

  @BeforeEach
  void writeJobs() throws Exception {
    jobs = folder.resolve("jobs.csv");
    Files.writeString(
        jobs,
        """
        id,queue,user,submit-ms,tasks,memory-mb,vcores,duration-ms
        j0,a,u,0,4,10,1,10000
        j1,b,v,0,2,10,1,10000
        """);
  }

  @Test
  void tablesHaveALineForEachPolicyAndQueue() {
    assertThat(run("--policy", "h-drf", "--compare", "dff,naive/best-fit")).isZero();
    assertThat(out.toString().lines())
        .anyMatch(
            line -> line.startsWith("| h-drf | heartbeat | 30.0 s | 10.0 / 10.0 / 20.0 / 20.0 s"))
        .anyMatch(line -> line.startsWith("| dff | heartbeat | 30.0 s |"))
        .anyMatch(line -> line.startsWith("| naive | best-fit | 30.0 s |"))
        .contains("| root.a | 12.5 / 20.0 | 12.5 / 20.0 | 12.5 / 20.0 |")
        .contains("| root.b | 20.0 / 20.0 | 20.0 / 20.0 | 20.0 / 20.0 |");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void slotsAreComparedAndCompletionTimesByNumberOfTasks() {
    assertThat(run("--policy", "h-drf", "--compare", "dff,slots-4")).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("| slots-4 | heartbeat | "))
        .contains(
            "| compared with | 1–19 tasks | 20–149 tasks | 150–499 tasks | 500 and more tasks | all |")
        .contains("| dff, heartbeat | 0 % (2) | – | – | – | 0 % (2) |");
    assertThat(run("--policy", "slots-none")).isEqualTo(2);
    assertThat(err.toString()).contains("\"slots-none\": expected slots-N, N at least 1");
  }

  @Test
  void json() throws Exception {
    assertThat(run("--json", "--queue-of", "user")).isZero();
    JsonNode run = new ObjectMapper().readTree(out.toString()).get("runs").get(0);
    assertThat(run.get("policy").asText()).isEqualTo("h-drf");
    assertThat(run.get("makespan").asDouble()).isEqualTo(30);
    assertThat(run.get("queues").get("root.u").get("waiting").get("count").asInt()).isEqualTo(4);
    assertThat(run.get("queues").get("root.v").get("completion").get("mean").asDouble())
        .isEqualTo(20);
    assertThat(run.get("jobsWorseThanAlone").isInt()).isTrue();
  }

  /** A later policy may fail or take hours. */
  @Test
  void tablesOfAPolicyArePrintedBeforeTheNextOneRuns() {
    assertThat(run("--policy", "h-drf", "--compare", "dff")).isZero();
    String[] parts = out.toString().split("Side by side", -1);
    assertThat(parts).hasSize(2);
    assertThat(parts[0].lines().filter(line -> line.startsWith("| root.a |")))
        .containsExactly(
            "| root.a | 12.5 / 20.0 |", "| root.a | 30.0 / 30.0 |",
            "| root.a | 12.5 / 20.0 |", "| root.a | 30.0 / 30.0 |");
    assertThat(parts[0].indexOf("| h-drf |")).isBetween(0, parts[0].indexOf("| dff |"));
    assertThat(parts[1]).contains("| root.a | 12.5 / 20.0 | 12.5 / 20.0 |");
  }

  @Test
  void reportHasAPictureOfEachRun() throws Exception {
    Path directory = folder.resolve("new/pictures");
    assertThat(run("--compare", "dff,h-drf/best-fit", "--report", directory.toString())).isZero();
    assertThat(err.toString().trim()).isEqualTo("Report: " + directory.resolve("report.html"));
    assertThat(Files.readString(directory.resolve("report.html")))
        .contains("\"h-drf, heartbeat\"", "\"dff, heartbeat\"", "\"h-drf, best-fit\"");
  }

  @Test
  void reportThatCannotBeWrittenIsAnErrorBeforeTheRun() {
    assertThat(run("--report", jobs.toString())).isEqualTo(2);
    assertThat(err.toString().trim())
        .isEqualTo(
            "%s: %s is no directory: expected a directory for report.html".formatted(jobs, jobs));
    assertThat(out.toString()).isEmpty();
    assertThat(run("--compare", "dff" + ",dff".repeat(15), "--report", "r")).isEqualTo(2);
    assertThat(err.toString()).contains("--report: 17 runs: expected at most 16");
  }

  @Test
  void badInputIsNamed() throws Exception {
    Files.writeString(jobs, Files.readString(jobs).replace("v,0,2", "v,0,-2"));
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString().trim())
        .isEqualTo(jobs + ":3: tasks \"-2\": expected a whole number of at least 1");
  }

  @Test
  void balanceGivesEachPolicyAMemoryAndBadPartsAreNamed() {
    assertThat(
            run(
                "--compare",
                "h-drf,dff/best-fit+balance",
                "--balance",
                "half-life=24h,charges=all"))
        .isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("| h-drf+balance | heartbeat |"))
        .anyMatch(line -> line.startsWith("| h-drf | heartbeat |"))
        .anyMatch(line -> line.startsWith("| dff+balance | best-fit |"))
        .contains(
            "| policy | mean distance, 0 to 1 | of it with nothing waiting"
                + " | hours of competition |")
        .anyMatch(
            line -> line.matches("\\\\| h-drf\\\\+balance, heartbeat \\\\| 0\\\\.\\\\d+ \\\\|.*"));
    assertRefused("half-life=59s", "\"half-life=59s\": expected a time from 1m to 365d");
    assertRefused("half-life=366d", "\"half-life=366d\": expected a time from 1m to 365d");
    assertRefused("floor=0.5", "\"floor=0.5\": expected a half-life among the parts");
    assertRefused("half-life=1d,floor=0", "\"floor=0\": expected a number above 0, at most 1");
    assertRefused("half-life=1d,floor=NaN", "\"floor=NaN\": expected a number above 0, at most 1");
    assertRefused("half-life=1d,strength=-1", "\"strength=-1\": expected a number of at least 0");
    assertRefused("half-life=1d,charges=some", "\"charges=some\": expected contended or all");
    assertRefused("half-life=1d,decay=2", "\"decay=2\": expected each of [charges, floor,");
    assertThat(run("--policy", "slots-4", "--balance", "half-life=24h")).isEqualTo(2);
    assertThat(err.toString()).contains("slots-4: expected a rule with --balance");
    assertThat(run("--policy", "dff+balance")).isEqualTo(2);
    assertThat(err.toString()).contains("\"dff+balance\": expected --balance with it");
  }

  private void assertRefused(String balance, String message) {
    assertThat(run("--balance", balance)).isEqualTo(2);
    assertThat(err.toString()).contains("--balance " + message);
  }

  @Test
  void badOptionsAreNamed() {
    assertThat(run("--policy", "best")).isEqualTo(2);
    assertThat(err.toString()).contains("\"best\": expected one of [dff, drfh, h-drf, ");
    assertThat(run("--compare", "dff/nearest")).isEqualTo(2);
    assertThat(err.toString()).contains("\"nearest\": expected one of heartbeat, ");
    assertThat(run("--queue-of", "group")).isEqualTo(2);
    assertThat(err.toString()).contains("\"group\": expected file, user, round-robin");
    assertThat(run("--compression", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("expected above 0");
    assertThat(run("--sample-ms", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--sample-ms 0: expected at least 1");
    assertThat(run("--set", "map-gb=4")).isEqualTo(2);
    assertThat(err.toString()).contains("\"map-gb\": expected one of [map-mb, ");
    assertThat(run("--format", "xml")).isEqualTo(2);
    assertThat(err.toString()).contains("\"xml\": expected one of openb, swim, apps, sls, csv");
  }

  @Test
  void queueFilesNeedHadoop() {
    assertThat(run("--queues", "capacity-scheduler.xml")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--queues capacity-scheduler.xml: expected Hadoop's classes: start as java -cp");
    assertThat(run("--policy", "capacity-scheduler")).isEqualTo(2);
    assertThat(err.toString()).contains("; real schedulers need Hadoop's classes");
  }

  private int run(String... more) {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    List<String> arguments =
        new ArrayList<>(
            List.of("run", "--nodes", "1*memory-mb=100,vcores=2", "--jobs", jobs.toString()));
    arguments.addAll(List.of(more));
    return commandLine.execute(arguments.toArray(String[]::new));
  }
}
