// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.OWN;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Gangs beside a stream of small tasks that would use all that is idle: how long a tenth of the
 * cluster or more is idle. A second is one heartbeat of each node and master, each third has a look
 * of the preemption monitor.
 */
public abstract class GangStreamContract {
  private static final int NODES = 10;
  private static final int CORES = 16;
  private static final int LABELLED = 6;
  private static final int LONGEST_TASK_SECONDS = 40;

  private final Map<ContainerId, Long> ends = new HashMap<>();

  /** The applications of small tasks, each with the partition in which it asks for them. */
  private final Map<SchedulerTestApp, String> streams = new LinkedHashMap<>();

  /** Cores by partition. */
  private final Map<String, Integer> partitions = new LinkedHashMap<>();

  private final List<SchedulerTestApp> waiting = new ArrayList<>();
  private final List<SchedulerTestApp> running = new ArrayList<>();
  private final Random random = new Random(20261124);
  private SchedulerFixture cluster;
  private PreemptionMonitor monitor;
  private long now = 1_000_000;
  private int idleSeconds;
  private int longestIdle;

  /** Returns the scheduler under test, without queues. */
  protected abstract SchedulerConf conf();

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.verify();
    }
  }

  /** Boots nodes that are full of small tasks of six applications of three users. */
  private void boot() {
    SchedulerConf conf = conf().queues("root", "a,b,c");
    cluster = new SchedulerFixture(conf);
    for (int i = 1; i <= NODES; i++) {
      cluster.addNode("n" + i, resource(CORES * 1024, CORES));
    }
    partitions.put("", NODES * CORES);
    fill(conf, "");
  }

  /** The same with six nodes more of an exclusive partition; half of the applications ask there. */
  private void bootPartitions() throws IOException {
    SchedulerConf conf = LabelledCluster.withParts(conf(), "root", "a,b,c");
    LabelledCluster labelled = new LabelledCluster(conf);
    cluster = labelled.fixture;
    for (int i = 1; i <= NODES + LABELLED; i++) {
      String label = i <= NODES ? "" : OWN;
      labelled.node("n" + i, label, resource(CORES * 1024, CORES));
      partitions.merge(label, CORES, Integer::sum);
    }
    fill(conf, OWN);
  }

  private void fill(SchedulerConf conf, String partitionOfHalf) {
    cluster.scheduler.setClock(() -> now);
    monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
    for (String queue : List.of("root.a", "root.b", "root.c")) {
      streams.put(cluster.submit(queue), "");
      streams.put(cluster.submit(queue), partitionOfHalf);
    }
    for (int second = 0; second < 5; second++) {
      second();
    }
    idleSeconds = 0;
    longestIdle = 0;
  }

  private void second() {
    now += 1000;
    streams.forEach((app, partition) -> LabelledCluster.ask(app, partition, resource(1024, 1), 50));
    cluster.round();
    if (now % 3000 == 0) {
      monitor.editSchedule();
    }
    streams.keySet().forEach(this::endDue);
    running.forEach(this::endDue);
    waiting.stream().filter(app -> app.live() > 0).forEach(running::add);
    waiting.removeAll(running);
    running.stream().filter(app -> app.live() == 0).toList().forEach(this::finish);
    idleSeconds = idle() >= 0.1 ? idleSeconds + 1 : 0;
    longestIdle = Math.max(longestIdle, idleSeconds);
  }

  private void finish(SchedulerTestApp app) {
    running.remove(app);
    app.finish();
  }

  private void endDue(SchedulerTestApp app) {
    for (Container container : app.containers()) {
      long end =
          ends.computeIfAbsent(
              container.getId(),
              id -> now + 1000L * (5 + random.nextInt(LONGEST_TASK_SECONDS - 5)));
      if (end <= now) {
        app.complete(container);
      }
    }
  }

  /** Returns the part of a partition's cores that no container holds, the largest of all. */
  private double idle() {
    Map<String, Integer> used = new HashMap<>();
    for (SchedulerTestNode each : cluster.nodes()) {
      SchedulerNode node = cluster.scheduler.getNodeTracker().getNode(each.id());
      used.merge(node.getPartition(), node.getAllocatedResource().getVirtualCores(), Integer::sum);
    }
    return partitions.entrySet().stream()
        .mapToDouble(all -> 1.0 - (double) used.get(all.getKey()) / all.getValue())
        .max()
        .orElseThrow();
  }

  /** A gang of one or two sizes, or whose members may not share a node. */
  private void submitGang(int number) {
    String queue = "root." + "abc".charAt(random.nextInt(3));
    String user = "user" + random.nextInt(3);
    int size = 4 + random.nextInt(37);
    boolean isSpread = number % 5 == 4;
    if (isSpread) {
      size = 4 + random.nextInt(5);
    }
    SchedulerTestApp gang = cluster.submitTagged(queue, "gang=" + size, user);
    if (isSpread) {
      String tag = "gang" + number;
      gang.askConstrained(
          ConstrainedRequests.tagged(
              tag,
              resource(2048, 2),
              size,
              PlacementConstraints.targetNotIn(
                  PlacementConstraints.NODE, PlacementTargets.allocationTag(tag))));
    } else if (number % 2 == 0) {
      gang.ask(resource(1024, 1), size);
    } else {
      gang.ask(
          List.of(
              SchedulerTestApp.anywhere(resource(2048, 2), size / 2, 1),
              SchedulerTestApp.anywhere(resource(1024, 1), size - size / 2, 2)));
    }
    waiting.add(gang);
  }

  /** A gang of the exclusive partition, every second one with members in the other one too. */
  private void submitGangOfPartition(int number) {
    int size = 4 + random.nextInt(25);
    int outside = number % 2 == 0 ? 0 : size / 2;
    SchedulerTestApp gang =
        cluster.submitTagged(
            "root." + "abc".charAt(number % 3), "gang=" + size, "user" + random.nextInt(3));
    gang.ask(
        List.of(
            LabelledCluster.request(OWN, resource(1024, 1), size - outside),
            LabelledCluster.request("", resource(2048, 2), outside)));
    waiting.add(gang);
  }

  /** More members than the cluster has cores, or than there are nodes of which each needs one. */
  private void submitImpossible() {
    cluster.submitTagged("root.a", "gang=200").ask(resource(1024, 1), 200);
    cluster.submitTagged("root.b", "gang=11").ask(resource(1024, CORES), 11);
    cluster.submitTagged("root.c", "gang=12").ask(resource(1024, CORES - 1), 12);
  }

  /** Before, what was kept for them was idle until their time was over. */
  @Test
  void impossibleGangsLeaveNothingIdle() {
    boot();
    submitImpossible();
    for (int second = 0; second < TestSize.of(600, 60); second++) {
      second();
    }
    System.out.printf(
        "%s, impossible gangs: a tenth idle for %d s%n", schedulerName(), longestIdle);
    assertThat(longestIdle).isLessThanOrEqualTo(1);
  }

  /** What is kept waits for tasks that run, and those run no longer than the longest. */
  @Test
  void gangsLeaveNothingIdleLongerThanTheLongestTaskRuns() {
    boot();
    submitImpossible();
    int gangs = TestSize.of(30, 12);
    for (int number = 0; number < gangs; number++) {
      submitGang(number);
      for (int second = 0; second < 10; second++) {
        second();
      }
    }
    for (int second = 0; second < 1_500 && !waiting.isEmpty(); second++) {
      second();
    }
    System.out.printf(
        "%s, %d gangs, %d impossible ones: a tenth idle for %d s, the last started %d s after the"
            + " first came%n",
        schedulerName(), gangs, 3, longestIdle, (now - 1_005_000) / 1000);
    assertThat(waiting).as("gangs that never started").isEmpty();
    assertThat(longestIdle).isLessThanOrEqualTo(LONGEST_TASK_SECONDS);
  }

  /**
   * Nodes are emptied for all members at the same time. A rival that waits for one node after
   * another leaves a tenth idle for 99 s under MCH.
   */
  @Test
  void aGangOfWholeNodesWaitsForAllOfThemAtTheSameTime() {
    boot();
    cluster.submitTagged("root.a", "gang=200").ask(resource(1024, 1), 200);
    cluster.submitTagged("root.b", "gang=11").ask(resource(1024, CORES), 11);
    int gangs = TestSize.of(30, 12);
    for (int number = 0; number < gangs; number++) {
      if (number % 4 == 0) {
        SchedulerTestApp gang = cluster.submitTagged("root.c", "gang=4", "user" + number % 3);
        gang.ask(resource(1024, CORES), 4);
        waiting.add(gang);
      }
      submitGang(number);
      for (int second = 0; second < 10; second++) {
        second();
      }
    }
    for (int second = 0; second < 1_500 && !waiting.isEmpty(); second++) {
      second();
    }
    System.out.printf(
        "%s, %d gangs and %d of whole nodes: a tenth idle for %d s, the last started %d s after the"
            + " first came%n",
        schedulerName(), gangs, (gangs + 3) / 4, longestIdle, (now - 1_005_000) / 1000);
    assertThat(waiting).as("gangs that never started").isEmpty();
    assertThat(longestIdle).isLessThanOrEqualTo(LONGEST_TASK_SECONDS);
  }

  /** In each of two partitions, the one with the largest part idle; some gangs need both. */
  @Test
  void gangsOfPartitionsLeaveNoneOfThemIdleLongerThanTheLongestTaskRuns() throws Exception {
    bootPartitions();
    submitImpossible();
    LabelledCluster.ask(
        cluster.submitTagged("root.a", "gang=100"), OWN, resource(1024, 1), LABELLED * CORES + 4);
    LabelledCluster.ask(
        cluster.submitTagged("root.b", "gang=7"), OWN, resource(1024, CORES), LABELLED + 1);
    int gangs = TestSize.of(30, 12);
    for (int number = 0; number < gangs; number++) {
      if (number % 2 == 0) {
        submitGang(number);
      } else {
        submitGangOfPartition(number / 2);
      }
      for (int second = 0; second < 10; second++) {
        second();
      }
    }
    for (int second = 0; second < 1_500 && !waiting.isEmpty(); second++) {
      second();
    }
    System.out.printf(
        "%s, %d gangs in two partitions: a tenth of one idle for %d s, the last started %d s after"
            + " the first came%n",
        schedulerName(), gangs, longestIdle, (now - 1_005_000) / 1000);
    assertThat(waiting).as("gangs that never started").isEmpty();
    assertThat(longestIdle).isLessThanOrEqualTo(LONGEST_TASK_SECONDS);
  }

  private String schedulerName() {
    return cluster.scheduler.getClass().getSimpleName();
  }
}
