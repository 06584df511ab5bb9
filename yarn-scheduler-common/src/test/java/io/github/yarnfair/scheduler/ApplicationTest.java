// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applications and their attempts come and go; one that is broken harms nobody else. */
class ApplicationTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;

  @BeforeEach
  void boot() {
    cluster =
        new SchedulerFixture(
            SchedulerConf.of(NaiveScheduler.class)
                .queues("root", "a,b,z")
                .set("root.z.capacity", "0w")
                .set("root.a.capacity", "3w")
                .set("root.b.capacity", "1w"));
    node = cluster.addNode("n1", resource(8000, 8));
    app = cluster.submit("root.a");
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  @Test
  void anAttemptThatFailsAndKeepsItsContainersHandsThemOn() {
    app.ask(resource(1000, 1), 3);
    cluster.rounds(2);
    app.ask(resource(1000, 1), 4);
    app.failAttempt(true);
    assertThat(app.held()).as("the leaf keeps its usage").isEqualTo(resource(3000, 3));
    assertThat(cluster.metrics("root.a").getPendingContainers()).isZero();
    cluster.verify();
    node.heartbeat();
    assertThat(app.live()).as("a stopped attempt gets nothing").isEqualTo(3);
    app.addAttempt(true);
    assertThat(app.held()).isEqualTo(resource(3000, 3));
    Container old = app.containers().get(0);
    app.complete(old);
    node.heartbeat();
    assertThat(app.held()).isEqualTo(resource(2000, 2));
    app.ask(resource(1000, 1), 2);
    node.heartbeat();
    assertThat(app.held()).isEqualTo(resource(4000, 4));
  }

  @Test
  void anAttemptThatFailsWithoutKeepingLeavesNothing() {
    app.ask(resource(1000, 1), 3);
    cluster.rounds(2);
    app.failAttempt(false);
    assertThat(app.live()).isZero();
    node.heartbeat();
    node.assertIdle();
    app.addAttempt(false);
    app.ask(resource(1000, 1), 1);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void anApplicationKilledWhileItWaitsLeavesNothingPending() {
    app.ask(resource(999_000, 1), 3);
    assertThat(cluster.metrics("root.a").getPendingContainers()).isEqualTo(3);
    app.finish();
    assertThat(cluster.metrics("root.a").getPendingContainers()).isZero();
    app.finish();
    cluster.verify();
  }

  @Test
  void anApplicationRemovedBeforeItsAttemptLeavesNothing() {
    app.ask(resource(1000, 1), 9);
    node.heartbeat();
    app.remove();
    node.heartbeat();
    node.assertIdle();
    assertThat(cluster.metrics("root.a").getPendingContainers()).isZero();
    assertThat(cluster.metrics("root.a").getAppsRunning()).isZero();
  }

  @Test
  void aCallOfAnAttemptThatIsGoneIsAnsweredWithNothing() {
    app.failAttempt(false);
    assertThat(app.ask(resource(1000, 1), 5).getContainers()).isEmpty();
    assertThat(cluster.errors.take())
        .singleElement()
        .asString()
        .contains("not the running attempt");
    assertThat(cluster.metrics("root.a").getPendingContainers()).isZero();
    app.addAttempt(false);
    assertThat(app.pending()).isZero();
  }

  @Test
  void aMoveTakesUsageMetricsAndSharesAlong() throws YarnException {
    app.ask(resource(1000, 1), 10);
    cluster.rounds(2);
    cluster.scheduler.preValidateMoveApplication(app.id(), "b");
    assertThat(cluster.scheduler.moveApplication(app.id(), "b")).isEqualTo("root.b");
    app.setQueue("root.b");
    cluster.verify();
    assertThat(cluster.metrics("root.a").getAllocatedMB()).isZero();
    assertThat(cluster.metrics("root.a").getPendingContainers()).isZero();
    assertThat(cluster.metrics("root.b").getAllocatedMB()).isEqualTo(8000);
    assertThat(cluster.metrics("root.b").getPendingContainers()).isEqualTo(2);
    assertThat(cluster.scheduler.getAppsInQueue("root.b")).containsExactly(app.attemptId());
    assertThatThrownBy(() -> cluster.scheduler.moveApplication(app.id(), "nowhere"))
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> cluster.scheduler.moveApplication(app.id(), "root"))
        .hasMessageContaining("has queues below it");
    assertThatThrownBy(
            () -> cluster.scheduler.moveApplication(ApplicationId.newInstance(9, 9), "root.b"))
        .hasMessageContaining("is not running");
  }

  @Test
  void priorityIsAWeightAmongTheApplicationsOfAQueue() {
    SchedulerTestApp important = cluster.submit("root.a", 2);
    important.ask(resource(1000, 1), 20);
    app.ask(resource(1000, 1), 20);
    node.heartbeat();
    assertThat(important.live()).isEqualTo(6);
    assertThat(app.live()).isEqualTo(2);
  }

  @Test
  void aQueueWithoutCapacityGetsWhatTheOthersLeave() {
    SchedulerTestApp last = cluster.submit("root.z");
    SchedulerTestApp other = cluster.submit("root.b");
    last.ask(resource(1000, 1), 20);
    app.ask(resource(1000, 1), 20);
    other.ask(resource(1000, 1), 20);
    node.heartbeat();
    // The first turn is everyone's: a share of nothing is the least share there is.
    assertThat(last.live()).isLessThanOrEqualTo(1);
    assertThat(app.live() + other.live()).isGreaterThanOrEqualTo(7);
    app.ask(resource(1000, 1), 0);
    other.ask(resource(1000, 1), 0);
    app.finish();
    other.finish();
    cluster.rounds(3);
    assertThat(last.live()).isEqualTo(8);
  }

  @Test
  void failingApplicationDoesNotStopOthers() {
    SchedulerTestApp poisoned = cluster.submit("root.b");
    poisoned.ask(resource(1000, 1), 2);
    AppAttempt real = poisoned.attempt();
    AppAttempt spy = spy(real);
    RuntimeException poison = new IllegalStateException("poison");
    doThrow(poison).when(spy).waitsForMaster();
    poisoned.replaceAttempt(spy);
    app.ask(resource(1000, 1), 3);
    node.heartbeat();
    assertThat(app.live()).isEqualTo(3);
    assertThat(poisoned.live()).isZero();
    assertThat(cluster.errors.take())
        .isNotEmpty()
        .allSatisfy(message -> assertThat(message).contains("poison"));
    poisoned.replaceAttempt(real);
    cluster.rounds(2);
    assertThat(poisoned.live()).as("cured, it is served again").isEqualTo(2);
  }

  @Test
  void aPoisonedLaunchDoesNotLoseTheOtherContainersOfTheReport() {
    SchedulerTestApp poisoned = cluster.submit("root.b");
    poisoned.ask(resource(1000, 1), 1);
    app.ask(resource(1000, 1), 2);
    cluster.rounds(2);
    poisoned.ask(resource(1000, 1), 1);
    node.heartbeat();
    poisoned.heartbeat();
    AppAttempt real = poisoned.attempt();
    AppAttempt spy = spy(real);
    doThrow(new IllegalStateException("poison")).when(spy).containerLaunchedOnNode(any(), any());
    poisoned.replaceAttempt(spy);
    app.complete(app.containers().get(0));
    node.heartbeat();
    poisoned.replaceAttempt(real);
    assertThat(app.live()).as("its end was noted").isEqualTo(1);
    assertThat(cluster.errors.take()).isNotEmpty();
  }

  @Test
  void failureToReadAnApplicationsDemandDoesNotStopOthers() {
    SchedulerTestApp poisoned = cluster.submit("root.b");
    AppAttempt real = poisoned.attempt();
    AppAttempt spy = spy(real);
    doThrow(new IllegalStateException("poison")).when(spy).isStopped();
    poisoned.replaceAttempt(spy);
    assertThatThrownBy(() -> poisoned.ask(resource(1000, 1), 1)).hasMessage("poison");
    app.ask(resource(1000, 1), 3);
    node.heartbeat();
    assertThat(app.live()).isEqualTo(3);
    poisoned.replaceAttempt(real);
    cluster.errors.take();
  }
}
