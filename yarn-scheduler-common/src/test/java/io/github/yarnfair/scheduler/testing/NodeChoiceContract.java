// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;

import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The node for a task is chosen from all nodes that have room, by a score. */
abstract class NodeChoiceContract {
  private static final String CHOICE = "node-choice";

  // Set by boot, with which each test begins.
  private SchedulerFixture cluster;
  private long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf choosing(String choice) {
    return conf().queues("root", "a,b").option(CHOICE, choice);
  }

  private void boot(SchedulerConf conf) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
  }

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.drainAndVerify("root", "root.a", "root.b");
      }
    }
  }

  // -------------------------------------------------------------------------------- the choice

  /**
   * The DRFH paper's figures 1 to 3: one server is rich in memory, one in CPUs. Best fit gives ten
   * tasks to each user; first fit, and a node that assigns what it has when it reports, do not.
   */
  @ParameterizedTest
  @CsvSource({"best-fit, 10, 10", "first-fit, 6, 6", "heartbeat, 6, 6"})
  void thePapersTwoServers(String choice, int memoryTasks, int cpuTasks) {
    boot(choosing(choice).option("node-headroom", "none"));
    SchedulerTestApp memory = cluster.submit("root.a");
    SchedulerTestApp cpu = cluster.submit("root.b");
    SchedulerTestNode first = cluster.addNode("n1", resource(60 * 1024, 10, 0, 0));
    SchedulerTestNode second = cluster.addNode("n2", resource(10 * 1024, 60, 0, 0));
    Stream.of(first, second).forEach(SchedulerTestNode::heartbeat);
    memory.ask(resource(5 * 1024, 1), 100);
    cpu.ask(resource(1024, 5), 100);
    Stream.of(first, second).forEach(SchedulerTestNode::heartbeat);
    assertThat(memory.live()).isEqualTo(memoryTasks);
    assertThat(cpu.live()).isEqualTo(cpuTasks);
  }

  /**
   * Two tasks of one GPU leave two GPUs free: on one node, or one on each of two nodes. Best fit
   * and the dot product compare what is free with the task alone, and strand the GPUs as spread
   * does.
   */
  @ParameterizedTest
  @CsvSource({
    "first-fit, 1",
    "fragmentation, 1",
    "best-fit, 0",
    "dot-product, 0",
    "spread, 0",
    "heartbeat, 0"
  })
  void freeGpusOnOneNodeOrOnTwo(String choice, int served) {
    boot(oneContainerANode(choosing(choice)));
    freeGpus(cluster, served);
  }

  /** What {@link #freeGpus} needs: a node that reports is not given all that it has room for. */
  static SchedulerConf oneContainerANode(SchedulerConf conf) {
    return conf.set("per-node-heartbeat.maximum-container-assignments", 1);
  }

  /** Two tasks of one GPU come, then one of two GPUs, of which {@code served} starts. */
  static void freeGpus(SchedulerFixture cluster, int served) {
    cluster.addNode("n1", resource(8192, 8, 2, 0));
    cluster.addNode("n2", resource(8192, 8, 2, 0));
    cluster.rounds(1);
    SchedulerTestApp small = cluster.submit("root.a");
    small.ask(resource(1024, 1, 1, 0), 2);
    cluster.round();
    assertThat(small.live()).isEqualTo(2);
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(resource(1024, 1, 2, 0), 1);
    cluster.round();
    assertThat(large.live()).isEqualTo(served);
  }

  /**
   * Churn: what ends on a node is seen when the node reports, and given to the best node's task.
   */
  @Test
  void resourcesOfEndedContainersAreAssignedAgain() {
    boot(choosing("best-fit"));
    for (int i = 0; i < 4; i++) {
      cluster.addNode("n" + i, resource(4096, 4, 0, 0));
    }
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 100);
    cluster.rounds(1);
    assertThat(app.live()).isEqualTo(16);
    for (int i = 0; i < 20; i++) {
      app.heartbeat();
      app.complete(app.containers().get(i % app.containers().size()));
      cluster.round();
      assertThat(app.live()).isEqualTo(16);
    }
  }

  // ------------------------------------------------------------------------ what nodes must be

  @Test
  void aNodeThatIsOverdueIsLeftOut() {
    boot(choosing("first-fit"));
    SchedulerTestNode first = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestNode second = cluster.addNode("n2", resource(4096, 4, 0, 0));
    cluster.round();
    SchedulerTestApp app = cluster.submit("root.a");
    now += 2_001; // two heartbeats of a second each
    app.ask(resource(1024, 1), 2);
    second.heartbeat();
    assertThat(second.allocated()).isEqualTo(resource(2048, 2));
    app.ask(resource(1024, 1), 1);
    first.heartbeat();
    assertThat(first.allocated()).isEqualTo(resource(1024, 1));
  }

  @Test
  void aNodeThatLeavesShrinksOrIsDecommissionedGetsNothing() {
    boot(choosing("first-fit"));
    SchedulerTestNode leaving = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestNode shrinking = cluster.addNode("n2", resource(4096, 4, 0, 0));
    SchedulerTestNode decommissioned = cluster.addNode("n3", resource(4096, 4, 0, 0));
    SchedulerTestNode staying = cluster.addNode("n4", resource(4096, 4, 0, 0));
    cluster.round();
    SchedulerTestApp app = cluster.submit("root.a");
    leaving.remove();
    shrinking.resize(resource(0, 0, 0, 0), 0);
    decommissioned.setState(NodeState.DECOMMISSIONING);
    app.ask(resource(1024, 1), 8);
    staying.heartbeat();
    assertThat(staying.allocated()).isEqualTo(resource(4096, 4));
    assertThat(app.live()).isEqualTo(4);
    shrinking.resize(resource(1024, 1, 0, 0), 0);
    shrinking.heartbeat();
    assertThat(shrinking.allocated()).isEqualTo(resource(1024, 1));
  }

  @Test
  void aClusterOfOneNodeAndANodeWithNothing() {
    boot(choosing("dot-product"));
    SchedulerTestNode only = cluster.addNode("n1", resource(2048, 2, 0, 0));
    SchedulerTestNode nothing = cluster.addNode("n2", resource(0, 0, 0, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 3);
    nothing.heartbeat();
    only.heartbeat();
    assertThat(app.live()).isEqualTo(2);
    assertThat(nothing.allocated()).isEqualTo(resource(0, 0));
  }

  @Test
  void aNodeOfAnotherPartitionIsLeftOut() throws Exception {
    boot(choosing("first-fit").yarn("yarn.node-labels.enabled", true));
    SchedulerTestNode labelled = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestNode plain = cluster.addNode("n2", resource(4096, 4, 0, 0));
    cluster.round();
    RMNodeLabelsManager labels = cluster.rm.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of("gpu"));
    labels.replaceLabelsOnNode(Map.of(labelled.id(), Set.of("gpu")));
    cluster.settle();
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 8);
    plain.heartbeat();
    labelled.heartbeat();
    assertThat(plain.allocated()).isEqualTo(resource(4096, 4));
    assertThat(labelled.allocated()).isEqualTo(resource(0, 0));
  }

  // ------------------------------------------------------------------------- what requests name

  /** With fewer nodes than places that it names, and with more. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void aRequestThatNamesAHostRunsThereThoughAnotherNodeIsBetter(int nodes) {
    boot(choosing("first-fit"));
    SchedulerTestNode first = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestNode named = cluster.addNode("n2", resource(4096, 4, 0, 0));
    for (int i = 3; i <= nodes; i++) {
      cluster.addNode("n" + i, resource(4096, 4, 0, 0));
    }
    cluster.round();
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(placed("n2", 2, true));
    first.heartbeat();
    assertThat(named.allocated()).isEqualTo(resource(2048, 2));
    assertThat(first.allocated()).isEqualTo(resource(0, 0));
  }

  /** The delays are CapacityScheduler's: missed opportunities, at most one for each node. */
  @Test
  void itWaitsForItsHostAndThenTakesTheRackAndThenAnyNode() {
    boot(
        choosing("first-fit")
            .set("node-locality-delay", 2)
            .set("rack-locality-additional-delay", 1));
    SchedulerTestNode full = cluster.addNode("n1", resource(1024, 1, 0, 0));
    SchedulerTestNode elsewhere =
        cluster.addNode(
            new SchedulerTestNode(cluster, "n2", 1, resource(4096, 4, 0, 0)).onRack("/far"));
    cluster.addNode(new SchedulerTestNode(cluster, "n3", 1, resource(0, 0, 0, 0)).onRack("/far"));
    SchedulerTestApp other = cluster.submit("root.b");
    other.ask(
        List.of(
            request(resource(1024, 1), 1, 1, "n1", true),
            request(resource(1024, 1), 1, 1, "/rack1", true),
            anywhere(resource(1024, 1), 1, 1)));
    cluster.round();
    assertThat(full.allocated()).isEqualTo(resource(1024, 1));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(placed("n1", 1, true));
    elsewhere.heartbeat();
    elsewhere.heartbeat();
    elsewhere.heartbeat();
    assertThat(app.live()).as("three opportunities missed").isZero();
    elsewhere.heartbeat();
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void aStrictRequestNeverRunsElsewhere() {
    boot(choosing("spread"));
    cluster.addNode("n1", resource(1024, 1, 0, 0));
    cluster.addNode("n2", resource(4096, 4, 0, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(placed("n1", 3, false));
    cluster.rounds(10);
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void aNodeOnTheBlacklistIsPassedOver() {
    boot(choosing("first-fit"));
    SchedulerTestNode refused = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestNode other = cluster.addNode("n2", resource(2048, 2, 0, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.blacklist(List.of("n1"), List.of());
    app.ask(resource(1024, 1), 4);
    cluster.round();
    assertThat(other.allocated()).isEqualTo(resource(2048, 2));
    assertThat(refused.allocated()).isEqualTo(resource(0, 0));
  }

  private static List<ResourceRequest> placed(String host, int count, boolean relaxed) {
    Resource task = resource(1024, 1);
    return List.of(
        request(task, count, 1, host, true),
        request(task, count, 1, "/rack1", relaxed),
        request(task, count, 1, ResourceRequest.ANY, relaxed));
  }

  // -------------------------------------------------------------------------------- the passes

  @Test
  void aPassPlacesNoMoreThanItsBoundAndTheNextHeartbeatGoesOn() {
    boot(
        choosing("first-fit")
            .option(CHOICE + ".maximum-containers-per-pass", 3)
            .option(CHOICE + ".interval-ms", 1_000));
    SchedulerTestNode first = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestNode second = cluster.addNode("n2", resource(4096, 4, 0, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 8);
    first.heartbeat();
    assertThat(app.live()).isEqualTo(3);
    second.heartbeat();
    assertThat(app.live()).isEqualTo(6);
    second.heartbeat();
    assertThat(app.live()).isEqualTo(8);
  }

  @Test
  void noPassBeginsBeforeTheIntervalIsOver() {
    boot(choosing("first-fit").option(CHOICE + ".interval-ms", 500));
    SchedulerTestNode node = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    node.heartbeat();
    app.ask(resource(1024, 1), 4);
    now += 499;
    node.heartbeat();
    assertThat(app.live()).isZero();
    now += 1;
    node.heartbeat();
    assertThat(app.live()).isEqualTo(4);
  }

  @Test
  void anApplicationThatFailsDoesNotEndThePass() {
    boot(choosing("best-fit"));
    cluster.addNode("n1", resource(4096, 4, 0, 0));
    cluster.addNode("n2", resource(4096, 4, 0, 0));
    SchedulerTestApp poisoned = cluster.submit("root.a");
    SchedulerTestApp app = cluster.submit("root.b");
    AppAttempt real = poisoned.attempt();
    AppAttempt spied = spy(real);
    doThrow(new IllegalStateException("poisoned")).when(spied).allocate(any(), any(), any());
    poisoned.replaceAttempt(spied);
    poisoned.ask(resource(1024, 1), 4);
    app.ask(resource(1024, 1), 8);
    cluster.nodes().get(0).heartbeat();
    cluster.nodes().get(1).heartbeat();
    assertThat(app.live()).isEqualTo(8);
    assertThat(cluster.errors.take())
        .isNotEmpty()
        .allMatch(message -> message.contains("poisoned"));
    poisoned.replaceAttempt(real);
  }

  // ------------------------------------------------------------------------------- the options

  @ParameterizedTest
  @CsvSource({
    "'', bestfit, 'one of heartbeat, first-fit, best-fit, dot-product, fragmentation, spread'",
    "'', Best-Fit, 'one of heartbeat, first-fit, best-fit, dot-product, fragmentation, spread'",
    ".interval-ms, -1, a whole number from 0 to 60000",
    ".interval-ms, soon, a whole number from 0 to 60000",
    ".maximum-containers-per-pass, 0, a whole number from 1 to 100000",
    ".maximum-containers-per-pass, 1000000, a whole number from 1 to 100000",
  })
  void aBadValueIsRefusedAndNamed(String suffix, String value, String expected) {
    SchedulerConf conf = conf().queues("root", "a,b").option(CHOICE + suffix, value);
    assertThatThrownBy(() -> new SchedulerFixture(conf))
        .hasStackTraceContaining(
            conf.optionKey(CHOICE + suffix) + " = \"" + value + "\": expected " + expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"heartbeat", "first-fit", "best-fit", "dot-product", "fragmentation", "spread"})
  void aRefreshChangesTheChoice(String choice) throws Exception {
    boot(choosing("heartbeat"));
    SchedulerTestNode node = cluster.addNode("n1", resource(4096, 4, 0, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 2);
    node.heartbeat();
    cluster.scheduler.reinitialize(choosing(choice).build(), cluster.rm.getRMContext());
    app.ask(resource(1024, 1), 8);
    node.heartbeat();
    assertThat(app.live()).isEqualTo(4);
  }
}
