// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import static io.github.yarnfair.frameworks.FrameworkCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.minicluster.ClientProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Distributed shell, MapReduce and Spark run to their end under a scheduler, on processes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(400)
abstract class FrameworksContract {
  private final Class<? extends ResourceScheduler> scheduler;
  private FrameworkCluster cluster;

  FrameworksContract(Class<? extends ResourceScheduler> scheduler) {
    this.scheduler = scheduler;
  }

  @BeforeAll
  void start() throws Exception {
    cluster = FrameworkCluster.start(scheduler);
    assertThat(cluster.client.getQueueInfo("root").getSchedulerType())
        .isEqualTo(scheduler.getSimpleName());
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void nothingIsLeft() {
    cluster.awaitEmpty();
  }

  private Path file(String name) {
    return cluster.directory.resolve(name);
  }

  private void open(Path gate) throws IOException {
    Files.createFile(gate);
  }

  private void succeeds(ClientProcess submission, ApplicationId id) throws Exception {
    int status = submission.awaitExit(FrameworkCluster.PATIENCE);
    assertThat(status).as("%s%s", submission.output(), submission.errors()).isZero();
    await(
        "the end of " + id,
        () -> cluster.report(id).getYarnApplicationState() == YarnApplicationState.FINISHED);
    assertThat(cluster.report(id).getFinalApplicationStatus())
        .isEqualTo(FinalApplicationStatus.SUCCEEDED);
  }

  @Test
  void distributedShellSpreadsContainersOverNodes() throws Exception {
    assertThat(distributedShell("a(3),NOTIN,NODE,a", file("spread")))
        .hasSize(3)
        .containsValue(1L)
        .doesNotContainValue(2L);
  }

  @Test
  void distributedShellKeepsContainersTogether() throws Exception {
    assertThat(distributedShell("z(1),NOTIN,NODE,z:y(2),IN,NODE,z", file("together")))
        .hasSize(1)
        .containsValue(3L);
  }

  /** Returns the numbers of containers by node. */
  private Map<String, Long> distributedShell(String specification, Path gate) throws Exception {
    ClientProcess shell = Submission.distributedShell(cluster.host, specification, gate);
    ApplicationId id = cluster.awaitApplication(Submission.DISTRIBUTED_SHELL, shell);
    await(
        "3 containers of " + specification,
        () -> !shell.isAlive() || cluster.tasks(id).size() == 3);
    Map<String, Long> byNode = cluster.tasksByNode(id);
    open(gate);
    succeeds(shell, id);
    return byNode;
  }

  @Test
  void mapReduceStartsItsMapsAllAtOnceAndCountsWords() throws Exception {
    Path input = Files.createDirectory(file("words"));
    for (int i = 1; i <= 3; i++) {
      Files.writeString(input.resolve("part" + i), "share ".repeat(i) + "fair queue\n");
    }
    Path output = file("counts");
    ApplicationId rest = cluster.hold(FrameworkCluster.VCORES - 2);
    ClientProcess job = Submission.wordCount(cluster.host, input, output, "gang=3");
    ApplicationId id = cluster.awaitApplication(Submission.MAP_REDUCE, job);
    waitsUntilThereIsRoomForAll(id, 3, rest, job);
    succeeds(job, id);
    assertThat(words(output)).isEqualTo(Map.of("fair", 3, "queue", 3, "share", 6));
  }

  /** One vcore is free for a gang, until the application ends that holds the rest. */
  private void waitsUntilThereIsRoomForAll(
      ApplicationId gang, int size, ApplicationId rest, ClientProcess submission) throws Exception {
    await(
        "room to be kept for the first of " + size,
        () ->
            !submission.isAlive()
                || cluster
                    .report(gang)
                    .getDiagnostics()
                    .contains("Gang of " + size + ": room is kept for 1"));
    assertThat(cluster.report(gang).getDiagnostics()).contains("Gang of " + size);
    assertThat(cluster.tasks(gang)).isEmpty();
    cluster.client.killApplication(rest);
  }

  private static Map<String, Integer> words(Path output) throws IOException {
    Map<String, Integer> words = new TreeMap<>();
    List<Path> parts;
    try (Stream<Path> files = Files.list(output)) {
      parts = files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
    }
    for (Path part : parts) {
      for (String line : Files.readAllLines(part)) {
        String[] wordAndCount = line.split("\t");
        words.put(wordAndCount[0], Integer.valueOf(wordAndCount[1]));
      }
    }
    return words;
  }

  @Test
  void sparkInClusterModeStaysBelowTheCapOfItsQueue() throws Exception {
    Path gate = file("cap");
    Path result = file("cap.pi");
    ClientProcess submission =
        Submission.spark(
            cluster.host, "cluster", FrameworkCluster.CAPPED_QUEUE, Map.of(), 4, gate, result);
    ApplicationId id = cluster.awaitApplication(Submission.SPARK, submission);
    await(
        "an explanation that names the cap",
        () ->
            !submission.isAlive()
                || cluster.tasks(id).size() == FrameworkCluster.CAP - 1
                    && cluster.explanation(id).contains("root.capped.maximum-capacity"));
    assertThat(cluster.tasks(id)).hasSize(FrameworkCluster.CAP - 1);
    open(gate);
    succeeds(submission, id);
    assertThat(Double.parseDouble(Files.readString(result))).isBetween(3.1, 3.2);
  }

  @Test
  void sparkInClientModeStartsItsExecutorsAllAtOnce() throws Exception {
    Path gate = file("gang");
    Path result = file("gang.pi");
    ApplicationId rest = cluster.hold(FrameworkCluster.VCORES - 2);
    ClientProcess submission =
        Submission.spark(
            cluster.host,
            "client",
            FrameworkCluster.OPEN_QUEUE,
            Map.of("spark.yarn.appMasterEnv.YARN_GANG", "2"),
            2,
            gate,
            result);
    ApplicationId id = cluster.awaitApplication(Submission.SPARK, submission);
    waitsUntilThereIsRoomForAll(id, 2, rest, submission);
    open(gate);
    succeeds(submission, id);
    assertThat(Double.parseDouble(Files.readString(result))).isBetween(3.1, 3.2);
  }
}
