// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ReleaseContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ways in which a container ends, and those in which it changes its size. */
class ContainerTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b"));
    node = cluster.addNode("n1", resource(8000, 8, 2, 0));
    app = cluster.submit("root.a");
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  private Container obtain() {
    app.ask(resource(1000, 1), 1);
    node.heartbeat();
    app.heartbeat();
    node.heartbeat();
    return app.onlyContainer();
  }

  @Test
  void releasedContainerIsFreeOnceItsNodeReportsIt() {
    Container container = obtain();
    app.release(container.getId());
    assertThat(app.held()).isEqualTo(resource(0, 0));
    assertThat(node.allocated()).as("it still runs there").isEqualTo(resource(1000, 1));
    cluster.verify();
    node.heartbeat();
    node.assertIdle();
    app.release(container.getId());
    app.release(ContainerId.newContainerId(app.attemptId(), 4711));
    cluster.verify();
  }

  @Test
  void aContainerThatIsNeverFetchedIsAskedForAgainOnce() {
    app.ask(resource(1000, 1), 1);
    node.heartbeat();
    RMContainer unfetched = app.attempt().getLiveContainers().iterator().next();
    for (int i = 0; i < 3; i++) {
      cluster.send(
          new ContainerPreemptEvent(
              app.attemptId(), unfetched, SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE));
      cluster.send(new ContainerExpiredSchedulerEvent(unfetched.getContainerId()));
      cluster.send(new ReleaseContainerEvent(unfetched));
    }
    assertThat(app.pending()).isEqualTo(1);
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void aContainerThatIsFetchedAndNeverLaunchedExpires() {
    app.launching(false).ask(resource(1000, 1), 1);
    node.heartbeat();
    app.heartbeat();
    cluster.send(new ContainerExpiredSchedulerEvent(app.onlyContainer().getId()));
    assertThat(app.live()).isZero();
    node.assertIdle();
    assertThat(app.pending()).as("its master knows that it is gone").isZero();
  }

  @Test
  void markForPreemptionReachesTheMasterAndAKillTakesPlace() {
    Container container = obtain();
    RMContainer live = cluster.scheduler.getRMContainer(container.getId());
    cluster.send(
        new ContainerPreemptEvent(
            app.attemptId(), live, SchedulerEventType.MARK_CONTAINER_FOR_PREEMPTION));
    assertThat(app.heartbeat().getStrictContainerPreemptions()).containsExactly(container.getId());
    assertThat(app.live()).isEqualTo(1);
    cluster.scheduler.killContainer(live);
    assertThat(app.heartbeat().getStrictContainerPreemptions()).isNull();
    assertThat(app.live()).isZero();
    node.heartbeat();
    node.assertIdle();
  }

  @Test
  void anIncreaseIsChargedAndFetched() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    assertThat(app.pending()).isEqualTo(1);
    node.heartbeat();
    Allocation allocation = app.heartbeat();
    assertThat(allocation.getContainers()).isEmpty();
    assertThat(allocation.getIncreasedContainers()).hasSize(1);
    assertThat(app.held()).isEqualTo(resource(3000, 2));
    assertThat(node.allocated()).isEqualTo(resource(3000, 2));
    assertThat(cluster.metrics("root.a").getAllocatedMB()).isEqualTo(3000);
    assertThat(cluster.metrics("root.a").getAllocatedContainers()).isEqualTo(1);
    cluster.verify();
  }

  @Test
  void anIncreaseGrowsOnItsOwnNodeOnly() {
    Container container = obtain();
    SchedulerTestNode sameHost =
        cluster.addNode(new SchedulerTestNode(cluster, "n1", 2, resource(8000, 8)));
    SchedulerTestNode other = cluster.addNode("n2", resource(8000, 8));
    app.increase(container, resource(8000, 8));
    sameHost.heartbeats(5);
    other.heartbeats(5);
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    sameHost.assertIdle();
    node.heartbeat();
    app.heartbeat();
    assertThat(app.held()).isEqualTo(resource(8000, 8));
  }

  @Test
  void anIncreaseThatExpiresIsRolledBack() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    node.heartbeat();
    app.heartbeat();
    cluster.send(new ContainerExpiredSchedulerEvent(container.getId(), true));
    cluster.verify();
    assertThat(app.heartbeat().getDecreasedContainers()).hasSize(1);
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    assertThat(node.allocated()).isEqualTo(resource(1000, 1));
  }

  @Test
  void anIncreaseThatItsNodeConfirmsDoesNotRollBack() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    node.heartbeat();
    node.increase(app.heartbeat().getIncreasedContainers().get(0));
    node.heartbeat();
    cluster.settle();
    assertThat(cluster.scheduler.getRMContainer(container.getId()).getLastConfirmedResource())
        .isEqualTo(resource(3000, 2));
    cluster.send(new ContainerExpiredSchedulerEvent(container.getId(), true));
    app.heartbeat();
    assertThat(app.held()).isEqualTo(resource(3000, 2));
  }

  @Test
  void aReleaseWithdrawsThePendingIncrease() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    app.release(container.getId());
    assertThat(app.pending()).isZero();
    assertThat(cluster.metrics("root.a").getPendingMB()).isZero();
    cluster.rounds(3);
    node.assertIdle();
  }

  @Test
  void aReleaseGivesBackAnIncreaseThatWasNotFetched() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    node.heartbeat();
    assertThat(app.held()).isEqualTo(resource(3000, 2));
    app.release(container.getId());
    cluster.settle();
    cluster.rounds(2);
    assertThat(app.held()).isEqualTo(resource(0, 0));
    node.assertIdle();
  }

  @Test
  void aNewIncreaseReplacesOneThatWasGivenButNotFetched() {
    Container container = obtain();
    app.increase(container, resource(2000, 1));
    node.heartbeat();
    app.increase(container, resource(3000, 1));
    node.heartbeat();
    app.heartbeat();
    assertThat(app.held()).isEqualTo(resource(3000, 1));
    assertThat(cluster.metrics("root.a").getAllocatedMB()).isEqualTo(3000);
  }

  @Test
  void aDecreaseAfterAnIncreaseThatWasNotFetchedIsServed() {
    Container container = obtain();
    app.increase(container, resource(2000, 1));
    node.heartbeat();
    Allocation allocation = app.decrease(container, resource(500, 1));
    assertThat(allocation.getDecreasedContainers()).hasSize(1);
    assertThat(app.held()).isEqualTo(resource(500, 1));
    assertThat(node.allocated()).isEqualTo(resource(500, 1));
    assertThat(app.heartbeat().getDecreasedContainers()).isEmpty();
  }

  @Test
  void aDecreaseGivesBackAtOnceAndCountsNoContainer() {
    Container container = obtain();
    assertThat(app.decrease(container, resource(400, 0)).getDecreasedContainers()).hasSize(1);
    assertThat(app.held()).isEqualTo(resource(400, 0));
    assertThat(node.free()).isEqualTo(resource(7600, 8, 2, 0));
    assertThat(cluster.metrics("root.a").getAllocatedContainers()).isEqualTo(1);
    assertThat(cluster.metrics("root.a").getAllocatedMB()).isEqualTo(400);
    cluster.verify();
  }

  @Test
  void aRollBackThatItsMasterNeverFetchesLeavesNothing() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    node.heartbeat();
    app.heartbeat();
    cluster.send(new ContainerExpiredSchedulerEvent(container.getId(), true));
    app.failAttempt(true);
    app.addAttempt(true);
    cluster.verify();
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void anIncreaseKilledBeforeItIsFetchedDoesNotTakePlace() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    node.heartbeat();
    RMContainer more =
        app.attempt().getLiveContainers().stream()
            .filter(live -> !live.getContainerId().equals(container.getId()))
            .findAny()
            .orElseThrow();
    cluster.send(
        new ContainerPreemptEvent(
            app.attemptId(), more, SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE));
    assertThat(app.heartbeat().getIncreasedContainers()).isEmpty();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    assertThat(node.allocated()).isEqualTo(resource(1000, 1));
  }
}
