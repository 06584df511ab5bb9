// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command; one small cluster, its ResourceManager and its load in processes of their own. */
class RpcBenchTest {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new RpcBench())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            Stream.concat(Stream.of("--output", directory.toString()), Stream.of(arguments))
                .toArray(String[]::new));
  }

  @Test
  void resourceManagerServesNodesMastersAndResizes() throws Exception {
    Path json = directory.resolve("figures.json");
    int status =
        run(
            "--cells=flat/1x3@5",
            "--schedulers=hdrf",
            "--task-ms=100",
            "--call-ms=100",
            "--heartbeat-ms=100",
            "--warm-up=0",
            "--seconds=3",
            "--resizes-per-second=20",
            "--heap=256m",
            "--json=" + json);
    assertThat(status).as(err.toString()).isZero();
    JsonNode result = new ObjectMapper().readTree(json.toFile()).at("/results/0");
    JsonNode figures = result.get("figures");
    assertThat(result.get("scheduler").asText()).isEqualTo("hdrf");
    assertThat(figures.get("failures")).as(figures.toString()).isEmpty();
    // Measuring begins only when tasks have ended, and the ResourceManager has told their masters.
    assertThat(figures.get("containers").asInt()).isPositive();
    assertThat(figures.at("/heartbeat/count").asInt()).isPositive();
    assertThat(figures.at("/allocate/p99").asDouble())
        .isGreaterThanOrEqualTo(figures.at("/allocate/p50").asDouble())
        .isPositive();
    assertThat(figures.get("resizes").asInt()).isPositive();
    assertThat(figures.get("inUse").asDouble()).isPositive().isLessThanOrEqualTo(1);
    assertThat(figures.get("heapMebibytes").asDouble()).isPositive();
    assertThat(figures.get("residentMebibytes").asDouble()).isPositive();
    assertThat(figures.at("/cpuSeconds/SCHEDULER").asDouble()).isPositive();
    assertThat(figures.at("/cpuSeconds/CALLS").asDouble()).isPositive();
    assertThat(out.toString()).contains("flat/1x3@5").containsPattern("hdrf +\\d+ +\\d+");
    assertThat(directory.resolve("flat-1x3@5/hdrf/resourcemanager/scheduler-recording"))
        .as("recorded, as by default")
        .isNotEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "--seconds=0,--seconds: expected at least 1",
    "--task-ms=-1,--task-ms: expected at least 0",
    "--call-ms=0,--call-ms: expected at least 1",
    "--heartbeat-ms=0,--heartbeat-ms: expected at least 1",
    "--warm-up=-1,--warm-up: expected at least 0",
    "--resizes-per-second=-1,--resizes-per-second: expected at least 0",
    "--cells=flat/2x2@4:2,one partition",
    "--cells=4 nodes,leaf queues x users",
    "--schedulers=fastest,floor"
  })
  void badOptionIsRefusedWithWhatWasExpected(String option, String message) {
    assertThat(run(option)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }
}
