// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeLabelsUpdateSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A node waits for the application whose turn it is, if what is free is too little for it: made in
 * its turn, bounded, visible, and never for nothing. Small tasks come and go in queue a; the large
 * one is in queue b.
 */
abstract class ReservationContract {
  private static final String HEADROOM = "node-headroom";
  private static final long TIMEOUT = 1_000;

  private static Resource nodeShape() {
    return resource(64 * 1024, 64);
  }

  private static Resource smallTask() {
    return resource(1024, 1);
  }

  private static Resource largeTask() {
    return resource(48 * 1024, 1);
  }

  private final List<SchedulerTestNode> nodes = new ArrayList<>();
  private SchedulerFixture cluster;
  private SchedulerTestApp small;
  private long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf reserving() {
    return conf().queues("root", "a,b").option(HEADROOM + ".timeout-ms", TIMEOUT);
  }

  /** With other bounds on what is reserved: parts of all nodes. */
  private SchedulerConf reserving(double perApplication, double perQueue) {
    return reserving()
        .option(HEADROOM + ".reserved-nodes-per-application", perApplication)
        .option(HEADROOM + ".reserved-nodes-per-queue", perQueue);
  }

  /** Boots with so many nodes full of small tasks, of which two more than may run are wanted. */
  private void boot(SchedulerConf conf, int count) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    for (int i = 1; i <= count; i++) {
      nodes.add(cluster.addNode("n" + i, nodeShape()));
    }
    small = cluster.submit("root.a");
    small.ask(smallTask(), 64 * count + 2);
    cluster.rounds(2);
    assertThat(small.live()).isEqualTo(64 * count);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  private SchedulerTestApp submitLarge(int tasks) {
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(largeTask(), tasks);
    return large;
  }

  /** Ends some small tasks of a node, which then reports; as many are asked for again. */
  private void end(SchedulerTestNode node, int tasks) {
    small.containers().stream()
        .filter(container -> container.getNodeId().equals(node.id()))
        .limit(tasks)
        .forEach(small::complete);
    small.ask(smallTask(), small.pending() + tasks);
    node.heartbeat();
  }

  private static int reserved(SchedulerTestApp app) {
    return app.attempt().getReservedContainers().size();
  }

  /** Boots one node that is reserved for a request of 48 GiB, with 2 GiB free. */
  private SchedulerTestApp reserveOneNode(SchedulerConf conf) {
    boot(conf, 1);
    SchedulerTestApp large = submitLarge(1);
    end(nodes.get(0), 2);
    assertThat(reserved(large)).isEqualTo(1);
    return large;
  }

  // ------------------------------------------------------------------------------- what it does

  /**
   * Fails if only applications and queues have bounds: where many applications wait for a little
   * more room each, all nodes would be reserved, and a tenth of the cluster would be idle.
   */
  @Test
  void allApplicationsTogetherMayReserveAPartOfTheNodes() {
    boot(reserving(1, 1), 8);
    List<SchedulerTestApp> waiting = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      waiting.add(submitLarge(1));
    }
    nodes.forEach(node -> end(node, 2));
    assertThat(waiting.stream().mapToInt(ReservationContract::reserved).sum())
        .as("0.3 of 8 nodes, or six")
        .isEqualTo(6);
    assertThat(small.live()).as("what is not reserved serves others").isEqualTo(64 * 8 - 2 * 6);
  }

  @Test
  void aRequestOf48GibIsNotStarvedBySmallTasks() {
    boot(reserving(), 2);
    SchedulerTestApp large = submitLarge(1);
    for (int i = 0; i < 24; i++) {
      end(nodes.get(i % 2), 4);
    }
    assertThat(large.live()).isEqualTo(1);
    assertThat(reserved(large)).isZero();
  }

  @Test
  void withoutHeadroomItIs() {
    boot(reserving().option(HEADROOM, "none"), 2);
    SchedulerTestApp large = submitLarge(1);
    for (int i = 0; i < 24; i++) {
      end(nodes.get(i % 2), 4);
    }
    assertThat(large.live()).isZero();
    assertThat(small.live()).isEqualTo(128);
  }

  @Test
  void reservedResourcesAreReportedEverywhere() {
    SchedulerTestApp large = reserveOneNode(reserving());
    ApplicationResourceUsageReport report = large.attempt().getResourceUsageReport();
    assertThat(report.getNumReservedContainers()).isEqualTo(1);
    assertThat(report.getReservedResources()).isEqualTo(largeTask());
    assertThat(report.getNumUsedContainers()).isZero();
    RMContainer onNode = nodes.get(0).inScheduler().getReservedContainer();
    assertThat(onNode).isSameAs(large.attempt().getReservedContainers().get(0));
    assertThat(onNode.getReservedResource()).isEqualTo(largeTask());
    for (String queue : List.of("root", "root.b")) {
      QueueMetrics metrics = cluster.metrics(queue);
      assertThat(metrics.getReservedMB()).as(queue).isEqualTo(largeTask().getMemorySize());
      assertThat(metrics.getReservedContainers()).as(queue).isEqualTo(1);
    }
    assertThat(cluster.scheduler.readings().snapshot().share().reserved()).isEqualTo(largeTask());
    end(nodes.get(0), 62);
    assertThat(large.live()).isEqualTo(1);
    report = large.attempt().getResourceUsageReport();
    assertThat(report.getNumReservedContainers()).isZero();
    assertThat(report.getReservedResources()).isEqualTo(resource(0, 0));
    assertThat(report.getUsedResources()).isEqualTo(largeTask());
  }

  /** Whose turn it is changes all the time, and most reservations move before anybody looks. */
  @Test
  void reservationThatIsNotReadUsesNoContainerId() {
    boot(reserving(), 1);
    SchedulerTestApp large = submitLarge(1);
    end(nodes.get(0), 2);
    assertThat(cluster.metrics("root.b").getReservedContainers()).isEqualTo(1);
    end(nodes.get(0), 62);
    large.heartbeat();
    assertThat(large.onlyContainer().getId().getContainerId()).isEqualTo(1);
  }

  @Test
  void itIsMadeInTheApplicationsTurnOnly() {
    boot(reserving(), 1);
    SchedulerTestApp large = submitLarge(1);
    for (int i = 0; i < 12; i++) {
      end(nodes.get(0), 4);
    }
    assertThat(large.live()).isEqualTo(1);
    large.ask(resource(8 * 1024, 1), 1);
    end(nodes.get(0), 2);
    assertThat(reserved(large)).as("holding 48 GiB of 64").isZero();
    assertThat(nodes.get(0).free().getMemorySize()).isZero();
  }

  @Test
  void itMovesToAnApplicationThatHasBecomePoorer() {
    boot(reserving().queues("root", "a,b,c"), 1);
    SchedulerTestApp first = cluster.submit("root.c");
    first.ask(smallTask(), 1);
    end(nodes.get(0), 1);
    assertThat(first.live()).isEqualTo(1);
    first.ask(largeTask(), 1);
    end(nodes.get(0), 2);
    assertThat(reserved(first)).isEqualTo(1);
    SchedulerTestApp poorer = submitLarge(1);
    nodes.get(0).heartbeat();
    assertThat(reserved(first)).isZero();
    assertThat(reserved(poorer)).isEqualTo(1);
  }

  @Test
  void requestThatCannotDelayAReservationIsServedFirst() {
    cluster = new SchedulerFixture(reserving().queues("root", "a,b,c"));
    cluster.scheduler.setClock(() -> now);
    nodes.add(cluster.addNode("n1", resource(64 * 1024, 16, 4, 0)));
    small = cluster.submit("root.a");
    small.ask(smallTask(), 17);
    cluster.rounds(2);
    SchedulerTestApp wide = cluster.submit("root.b");
    wide.ask(resource(4096, 8), 1);
    end(nodes.get(0), 1);
    assertThat(reserved(wide)).isEqualTo(1);
    SchedulerTestApp gpu = cluster.submit("root.c");
    gpu.ask(
        List.of(anywhere(resource(1024, 0, 1, 0), 3, 1), anywhere(resource(1024, 1, 1, 0), 1, 2)));
    nodes.get(0).heartbeat();
    assertThat(gpu.live()).as("3 that need no vcore, not the one that does").isEqualTo(3);
    assertThat(reserved(wide)).isEqualTo(1);
  }

  @Test
  void requestOfHigherPriorityInTheSameApplicationIsNotOvertaken() {
    boot(reserving(), 1);
    SchedulerTestApp both = cluster.submit("root.b");
    both.ask(List.of(anywhere(largeTask(), 1, 1), anywhere(smallTask(), 64, 2)));
    for (int i = 0; i < 12; i++) {
      end(nodes.get(0), 4);
    }
    assertThat(both.held().getMemorySize()).isGreaterThanOrEqualTo(largeTask().getMemorySize());
  }

  // ------------------------------------------------------------------------------------- bounds

  @Test
  void oneApplicationReservesNoMoreNodesThanItMay() {
    boot(reserving(0.5, 1), 4);
    SchedulerTestApp large = submitLarge(4);
    nodes.forEach(node -> end(node, 2));
    assertThat(reserved(large)).isEqualTo(2);
    assertThat(nodes.get(3).free()).as("served to whoever fits").isEqualTo(resource(0, 0));
  }

  @Test
  void theApplicationsOfAQueueReserveNoMoreNodesThanTheyMay() {
    boot(reserving(0.25, 0.5), 4);
    SchedulerTestApp[] large = {submitLarge(4), submitLarge(4), submitLarge(4)};
    nodes.forEach(node -> end(node, 2));
    assertThat(reserved(large[0]) + reserved(large[1]) + reserved(large[2])).isEqualTo(2);
  }

  @Test
  void noMoreNodesThanTasksArePending() {
    boot(reserving(1, 1), 4);
    SchedulerTestApp large = submitLarge(1);
    nodes.forEach(node -> end(node, 2));
    assertThat(reserved(large)).isEqualTo(1);
  }

  /** Of what the application asks for, nothing has changed but how many. */
  @Test
  void theNewestEndIfFewerTasksArePending() {
    boot(reserving(1, 1), 4);
    SchedulerTestApp large = submitLarge(3);
    nodes.subList(0, 3).forEach(node -> end(node, 2));
    assertThat(reserved(large)).isEqualTo(3);
    large.ask(largeTask(), 1);
    nodes.get(3).heartbeat();
    assertThat(large.attempt().getReservedContainers())
        .containsExactly(nodes.get(0).inScheduler().getReservedContainer());
  }

  @Test
  void reservedResourcesCountAgainstTheQueuesLimit() {
    boot(reserving(1, 1).set("root.b.maximum-capacity", 50), 2);
    SchedulerTestApp large = submitLarge(2);
    nodes.forEach(node -> end(node, 2));
    assertThat(reserved(large)).as("2 x 48 GiB is more than 50 % of 128 GiB").isEqualTo(1);
  }

  @Test
  void usageOfOthersThatExhaustsTheQueuesLimitEndsTheReservation() {
    boot(reserving().set("root.b.maximum-capacity", 80), 1);
    SchedulerTestApp large = submitLarge(1);
    end(nodes.get(0), 2);
    assertThat(reserved(large)).isEqualTo(1);
    SchedulerTestNode other = cluster.addNode("other", resource(24 * 1024, 16));
    SchedulerTestApp sibling = cluster.submit("root.b");
    sibling.ask(resource(8 * 1024, 1), 2);
    small.ask(smallTask(), 0);
    other.heartbeat();
    assertThat(sibling.live()).isEqualTo(2);
    assertThat(reserved(large)).as("16 + 48 GiB are within 80 % of 88").isEqualTo(1);
    sibling.ask(resource(8 * 1024, 1), 1);
    other.heartbeats(2);
    assertThat(sibling.live()).isEqualTo(3);
    assertThat(reserved(large)).as("24 + 48 GiB are not").isZero();
  }

  @Test
  void aNodeWaitsNoLongerThanTheTimeout() {
    cluster = new SchedulerFixture(reserving().queues("root", "a,b,c"));
    cluster.scheduler.setClock(() -> now);
    nodes.add(cluster.addNode("n1", resource(64 * 1024, 64, 2, 0)));
    small = cluster.submit("root.a");
    small.ask(smallTask(), 64);
    cluster.rounds(2);
    SchedulerTestApp large = submitLarge(1);
    end(nodes.get(0), 2);
    small.ask(smallTask(), 0);
    SchedulerTestApp gpu = cluster.submit("root.c");
    gpu.ask(resource(1024, 0, 1, 0), 4);
    now += TIMEOUT - 1;
    nodes.get(0).heartbeats(3);
    assertThat(reserved(large)).isEqualTo(1);
    assertThat(gpu.live()).isZero();
    now += 1;
    nodes.get(0).heartbeat();
    assertThat(gpu.live()).as("GPUs are not idle any longer").isEqualTo(2);
    assertThat(reserved(large)).isZero();
  }

  /** YARN sends one for every node that registers, whenever it comes to it. */
  @Test
  void aLabelUpdateThatChangesNothingDropsNothing() {
    SchedulerTestApp large = reserveOneNode(reserving());
    cluster.send(new NodeLabelsUpdateSchedulerEvent(Map.of(nodes.get(0).id(), Set.of())));
    assertThat(reserved(large)).isEqualTo(1);
  }

  @Test
  void nodeWithoutAnotherUseIsReservedAgain() {
    SchedulerTestApp large = reserveOneNode(reserving());
    small.ask(smallTask(), 0);
    now += TIMEOUT;
    nodes.get(0).heartbeat();
    assertThat(reserved(large)).isZero();
    nodes.get(0).heartbeat();
    assertThat(reserved(large)).isEqualTo(1);
  }

  @Test
  void aNodeThatCouldNeverHoldTheRequestIsNotReserved() {
    boot(reserving().option(HEADROOM + ".reserved-nodes-per-application", 1), 1);
    SchedulerTestNode tooSmall = cluster.addNode("s1", resource(32 * 1024, 32));
    small.ask(smallTask(), 34);
    cluster.rounds(2);
    SchedulerTestApp large = submitLarge(2);
    end(tooSmall, 2);
    assertThat(reserved(large)).isZero();
    assertThat(tooSmall.free()).isEqualTo(resource(0, 0));
    end(nodes.get(0), 2);
    assertThat(reserved(large)).isEqualTo(1);
  }

  /** What ends there leaves a hole for its next task, and never a larger one. */
  @Test
  void aNodeThatTheApplicationFillsByItselfIsNotReserved() {
    cluster = new SchedulerFixture(reserving());
    SchedulerTestNode node = cluster.addNode("n1", nodeShape());
    SchedulerTestApp alone = cluster.submit("root.b");
    cluster.submit("root.a");
    alone.ask(resource(12 * 1024, 1), 10);
    cluster.rounds(3);
    assertThat(alone.live()).isEqualTo(5);
    assertThat(node.free().getMemorySize()).isEqualTo(4 * 1024);
    assertThat(reserved(alone)).isZero();
  }

  @Test
  void aNodeWithNothingFreeIsNotReserved() {
    boot(reserving(), 1);
    SchedulerTestApp large = submitLarge(1);
    cluster.rounds(3);
    assertThat(reserved(large)).isZero();
  }

  @Test
  void aRequestForAnotherPlaceReservesNothing() {
    boot(reserving(), 2);
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(
        List.of(
            request(largeTask(), 1, 1, "n2", true),
            request(largeTask(), 1, 1, "/rack1", false),
            request(largeTask(), 1, 1, ResourceRequest.ANY, false)));
    end(nodes.get(0), 2);
    assertThat(reserved(large)).isZero();
    end(nodes.get(1), 2);
    assertThat(reserved(large)).isEqualTo(1);
  }
}
