// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.simulator.recording.SmallRecording;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command {@code what-if}, without Hadoop. */
class WhatIfCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;
  private Path jobs;

  /** Two vcores: a has them for ten seconds, then a and b for as long, then b. */
  @BeforeEach
  void writeJobs() throws Exception {
    jobs = folder.resolve("jobs.csv");
    Files.writeString(
        jobs,
        """
        id,queue,user,submit-ms,tasks,memory-mb,vcores,duration-ms
        j0,a,u,0,3,10,1,10000
        j1,b,v,5000,2,10,1,10000
        """);
  }

  @Test
  void moreNodesEndAllJobsEarlier() throws Exception {
    assertThat(run("--json", "--new-nodes", "4*memory-mb=100,vcores=2")).as(err + "").isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/before/nodes").asInt()).isEqualTo(1);
    assertThat(json.at("/after/nodes").asInt()).isEqualTo(4);
    assertThat(json.at("/before/makespan").asDouble()).isBetween(30.0, 31.0);
    assertThat(json.at("/after/makespan").asDouble()).isBetween(15.0, 16.0);
    assertThat(json.at("/jobs/0/id").asText()).isEqualTo("j0");
    assertThat(json.at("/jobs/0/before/end").asDouble()).isBetween(20.0, 21.0);
    assertThat(json.at("/jobs/0/after/end").asDouble()).isBetween(10.0, 11.0);
    assertThat(json.at("/jobs/1/after/firstStart").asDouble()).isBetween(5.0, 6.0);
    assertThat(json.at("/before/queues/root.a/held").asDouble())
        .isGreaterThan(json.at("/after/queues/root.a/held").asDouble());
    assertThat(json.at("/submitted")).isEmpty();
  }

  @Test
  void tablesNameWhatASubmissionDelays() {
    assertThat(
            run(
                "--submit",
                "queue=c,user=w,at-ms=4000,tasks=2,duration-ms=60000,memory-mb=10,vcores=1"))
        .as(err + "")
        .isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("| before | h-drf | heartbeat | 3"))
        .anyMatch(line -> line.startsWith("| after | h-drf | heartbeat | "))
        .anyMatch(line -> line.matches("\\| root.c \\| – → \\d.* %.*"))
        .anyMatch(line -> line.startsWith("Of 2 jobs 1 start later and 0 earlier; 1 end later and"))
        .anyMatch(line -> line.matches("\\| j1 \\| root.b \\| 5.0 s \\|.*\\| \\+\\d+\\.\\d s \\|"))
        .anyMatch(line -> line.startsWith("| submitted 1 | root.c | 4.0 s | "));
  }

  @Test
  void sameAgainChangesNothing() {
    assertThat(run("--new-policy", "h-drf")).as(err + "").isZero();
    assertThat(out.toString().lines())
        .contains(
            "Of 2 jobs 0 start later and 0 earlier; 0 end later and 0 earlier, by more than a"
                + " heartbeat of 1 s. 0 never end before, 0 after.")
        .noneMatch(line -> line.startsWith("| j0"));
  }

  @Test
  void tasksThatNoNodeHoldsAnyMoreNeverEnd() {
    assertThat(run("--new-nodes", "1*memory-mb=5,vcores=2")).as(err + "").isZero();
    assertThat(err.toString()).contains("after: 5 tasks fit no node and never start");
    assertThat(out.toString()).contains("0 never end before, 2 after.");
    assertThat(out.toString()).containsPattern("\\| j0 .*→ never \\| –");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|Nothing is different: expected --new-queues, --new-nodes, --new-policy or --submit",
        "--new-policy best|\"best\": expected one of [dff, drfh, h-drf, ",
        "--new-nodes 0*memory-mb=1,vcores=1|number of nodes \"0\": expected a whole number",
        "--new-queues q.xml|--new-queues q.xml: expected Hadoop's classes",
        "--submit tasks|--submit tasks:1: \"tasks\": expected NAME=VALUE",
        "--submit gpu=1|\"gpu\": expected one of [at-ms, class, duration-ms, memory-mb, queue,",
        "--submit vcores=1,duration-ms=1|no queue: expected queue=...",
        "--submit queue=a,vcores=1|no duration-ms: expected duration-ms=...",
        "--submit queue=a,duration-ms=1|no amounts: expected some of [memory-mb, vcores], above 0",
        "--submit queue=a,duration-ms=-1,vcores=1|duration-ms \"-1\": expected a whole number of",
        "--submit queue=a,tasks=0,duration-ms=1,vcores=1|tasks \"0\": expected a whole number of",
        "--new-policy dff --most-jobs -1|--most-jobs -1: expected at least 0",
      })
  void badInputIsNamed(String options, String message) {
    assertThat(run(options == null ? new String[0] : options.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void whatIfWithoutNodesIsRefused() {
    assertThat(execute("what-if", "--jobs", jobs.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required option: --nodes");
  }

  /** Eight containers at once on eight vcores, and then on two. */
  @Test
  void recordingsAreRunOnOtherNodesAndByAnotherPolicy() throws Exception {
    FairnessPolicy policy = new HdrfPolicy();
    Path recording = SmallRecording.write(folder.resolve("recording"), policy, policy.name());
    assertThat(
            execute(
                "what-if",
                "--recording",
                recording.toString(),
                "--nodes",
                "1*memory-mb=8192,vcores=2",
                "--policy",
                "dff"))
        .as(err + "")
        .isZero();
    assertThat(err.toString()).contains("without Hadoop's classes: its queues all weigh 1");
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("| before | h-drf | heartbeat | "))
        .anyMatch(line -> line.startsWith("| after | dff | heartbeat | "))
        .anyMatch(line -> line.startsWith("Of 2 jobs ") && line.contains(" 2 end later and 0 "))
        .anyMatch(line -> line.startsWith("| root.b | "));
  }

  /** Jobs can be run by any rule; one that has gone is not passed over in silence. */
  @Test
  void jobsOfAnEarlierRevisionRunByThatRuleOrByThisVersionsWhichIsSaid() throws Exception {
    Path hdrf = SmallRecording.write(folder.resolve("hdrf"), new HdrfPolicy(), "hdrf", 1);
    assertThat(execute("what-if", "--recording", hdrf.toString(), "--policy", "dff")).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("| before | h-drf-least-application | heartbeat | "));
    assertThat(err.toString()).doesNotContain("revision");
    Path dff = SmallRecording.write(folder.resolve("dff"), new HdrfPolicy(), "dff", 1);
    assertThat(execute("what-if", "--recording", dff.toString(), "--policy", "naive")).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("| before | dff | heartbeat | "));
    assertThat(err.toString())
        .contains("The recording is by revision 1 of rule \"dff\"; its jobs run by revision 3");
  }

  @Test
  void recordingsThatCannotBeUsedAreNamed() {
    String none = folder.resolve("none").toString();
    assertThat(execute("what-if", "--recording", none, "--policy", "dff")).isEqualTo(2);
    assertThat(err.toString()).contains(none);
    assertThat(execute("what-if", "--recording", none)).isEqualTo(2);
    assertThat(err.toString()).contains("Nothing is different");
    assertThat(execute("what-if", "--recording", none, "--jobs", none)).isEqualTo(2);
    assertThat(err.toString()).contains("--recording and --jobs: expected one of them");
    assertThat(execute("what-if", "--recording", none, "--policy", "dff", "--new-policy", "mch"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("With --recording --queues, --nodes and --policy are");
  }

  private int run(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("what-if", "--nodes", "1*memory-mb=100,vcores=2", "--jobs", jobs.toString()));
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
