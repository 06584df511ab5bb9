// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to a node, an application or the queues, a reservation that has become useless
 * is let go and nothing of it stays behind.
 */
abstract class ReservationEndContract {
  private static Resource nodeShape() {
    return resource(64 * 1024, 64);
  }

  private static Resource smallTask() {
    return resource(1024, 1);
  }

  private static Resource largeTask() {
    return resource(48 * 1024, 1);
  }

  private final SchedulerConf conf = conf().queues("root", "a,b");
  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp small;
  private SchedulerTestApp large;
  private RMContainer reserved;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** A node with 2 GiB free, reserved for a request of 48. */
  @BeforeEach
  void reserve() {
    cluster = new SchedulerFixture(conf);
    node = cluster.addNode("n1", nodeShape());
    small = cluster.submit("root.a");
    small.ask(smallTask(), 64);
    cluster.rounds(2);
    large = cluster.submit("root.b");
    large.ask(largeTask(), 1);
    small.containers().stream().limit(2).forEach(small::complete);
    small.ask(smallTask(), 2);
    node.heartbeat();
    reserved = node.inScheduler().getReservedContainer();
    assertThat(large.attempt().getReservedContainers()).containsExactly(reserved);
    assertThat(reserved.getState()).isEqualTo(RMContainerState.RESERVED);
    cluster.verify();
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  private void assertNothingIsReserved() {
    if (node.inScheduler() != null) {
      assertThat(node.inScheduler().getReservedContainer()).isNull();
    }
    if (large.attempt() != null) {
      assertThat(large.attempt().getReservedContainers()).isEmpty();
      assertThat(large.attempt().getCurrentReservation()).isEqualTo(resource(0, 0));
    }
    for (String queue : List.of("root", "root.b")) {
      assertThat(cluster.metrics(queue).getReservedMB()).as(queue).isZero();
      assertThat(cluster.metrics(queue).getReservedContainers()).as(queue).isZero();
    }
    assertThat(reserved.getState()).isIn(RMContainerState.RELEASED, RMContainerState.KILLED);
    cluster.verify();
  }

  @Test
  void servedElsewhere() {
    small.ask(smallTask(), 40);
    cluster.addNode("n2", nodeShape()).heartbeat();
    assertThat(large.live()).isEqualTo(1);
    node.heartbeat();
    assertNothingIsReserved();
    assertThat(node.free()).isEqualTo(resource(0, 0));
  }

  @Test
  void theDemandIsWithdrawn() {
    large.ask(largeTask(), 0);
    node.heartbeat();
    assertNothingIsReserved();
    assertThat(node.free()).isEqualTo(resource(0, 0));
  }

  @Test
  void theDemandIsAnotherOne() {
    large.ask(resource(50 * 1024, 1), 1);
    node.heartbeat();
    assertThat(reserved.getState()).isEqualTo(RMContainerState.RELEASED);
    assertThat(large.attempt().getCurrentReservation()).isEqualTo(resource(50 * 1024, 1));
    cluster.verify();
  }

  /** The number of containers and their size are the same: only the places differ. */
  @Test
  void theDemandIsForAnotherNode() {
    SchedulerTestNode other = cluster.addNode("n2", smallTask());
    large.ask(
        List.of(
            request(largeTask(), 1, SchedulerTestApp.ASK_PRIORITY, "n2", true),
            request(
                largeTask(),
                1,
                SchedulerTestApp.ASK_PRIORITY,
                other.inScheduler().getRackName(),
                false),
            request(largeTask(), 1, SchedulerTestApp.ASK_PRIORITY, ResourceRequest.ANY, false)));
    other.heartbeat();
    assertNothingIsReserved();
  }

  @Test
  void theNodeIsBlacklisted() {
    large.blacklist(List.of("n1"), List.of());
    node.heartbeat();
    assertNothingIsReserved();
  }

  @Test
  void theNodeHasBecomeTooSmall() {
    node.resize(resource(40 * 1024, 64), -1);
    assertNothingIsReserved();
  }

  @Test
  void theNodeIsLost() {
    node.remove();
    assertNothingIsReserved();
  }

  @Test
  void theNodeRegistersAgain() {
    node.register();
    assertNothingIsReserved();
  }

  @Test
  void theNodeIsDecommissioned() {
    node.setState(NodeState.DECOMMISSIONING);
    node.heartbeat();
    assertNothingIsReserved();
  }

  @Test
  void theApplicationEnds() {
    large.finish();
    assertNothingIsReserved();
  }

  @Test
  void theApplicationIsRemovedWithoutAWordAboutItsAttempt() {
    large.remove();
    assertNothingIsReserved();
  }

  @Test
  void theAttemptFails() {
    large.failAttempt(true);
    assertNothingIsReserved();
    large.addAttempt(true);
    large.ask(largeTask(), 1);
    node.heartbeat();
    assertThat(large.attempt().getReservedContainers()).hasSize(1);
  }

  @Test
  void theApplicationIsMoved() throws Exception {
    large.setQueue(cluster.scheduler.moveApplication(large.id(), "root.a"));
    assertNothingIsReserved();
    assertThat(cluster.metrics("root.a").getReservedMB()).isZero();
  }

  @Test
  void theQueuesAreRefreshed() throws Exception {
    cluster.scheduler.reinitialize(
        conf.copy().set("root.b.maximum-capacity", 50).build(), cluster.rm.getRMContext());
    node.heartbeat();
    assertNothingIsReserved();
    assertThat(node.free()).isEqualTo(resource(0, 0));
  }

  @Test
  void aRefreshTurnsReservationsOff() throws Exception {
    cluster.scheduler.reinitialize(
        conf.copy().option("node-headroom", "none").build(), cluster.rm.getRMContext());
    node.heartbeat();
    assertNothingIsReserved();
    assertThat(node.free()).isEqualTo(resource(0, 0));
  }

  @Test
  void theReservedContainerIsKilled() {
    cluster.scheduler.killContainer(reserved);
    assertNothingIsReserved();
    assertThat(reserved.getState()).isEqualTo(RMContainerState.KILLED);
    assertThat(large.pending()).isEqualTo(1);
  }

  @Test
  void aPreemptionPolicyKillsTheReservedContainer() {
    cluster.send(
        new ContainerPreemptEvent(
            large.attemptId(), reserved, SchedulerEventType.KILL_RESERVED_CONTAINER));
    assertNothingIsReserved();
    assertThat(large.pending()).isEqualTo(1);
  }

  @Test
  void anIncreaseIsNotWaitedFor() {
    large.ask(largeTask(), 0);
    node.heartbeat();
    small.ask(smallTask(), 1);
    SchedulerTestApp grower = cluster.submit("root.b");
    grower.ask(List.of(anywhere(smallTask(), 1, 1)));
    Container ended = small.containers().get(0);
    small.complete(ended);
    node.heartbeat();
    grower.heartbeat();
    grower.increase(grower.onlyContainer(), resource(8 * 1024, 1));
    small.complete(small.containers().get(0));
    node.heartbeat();
    assertNothingIsReserved();
    assertThat(node.free().getMemorySize()).isZero();
  }
}
