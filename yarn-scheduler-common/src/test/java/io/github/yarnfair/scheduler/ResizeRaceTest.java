// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Resizes whose container, attempt or node meanwhile meets something else. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResizeRaceTest {
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

  @Test
  void killAfterTheNodeReportedTheContainerAgainEndsNothing() {
    Container container = obtain();
    RMContainer killed = cluster.scheduler.getRMContainer(container.getId());
    node.register(
        List.of(
            NMContainerStatus.newInstance(
                container.getId(),
                0,
                ContainerState.RUNNING,
                container.getResource(),
                "",
                0,
                container.getPriority(),
                0)));
    app.decrease(container, resource(400, 1));
    kill(killed);
    cluster.verify();
    assertThat(app.held()).isEqualTo(resource(400, 1));
  }

  @Test
  void aRollBackOfATakenOverContainerOutlivesWhatTheNodeIsToKill() {
    Container container = obtain();
    increase(container);
    nextAttempt();
    expireIncrease(container);
    RMContainer standIn =
        node.inScheduler().getCopiedListOfRunningContainers().stream()
            .filter(on -> cluster.scheduler.getRMContainer(on.getContainerId()) == null)
            .findAny()
            .orElseThrow();
    kill(standIn);
    assertThat(app.heartbeat().getDecreasedContainers()).hasSize(1);
    cluster.verify();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    assertThat(node.allocated()).isEqualTo(resource(1000, 1));
  }

  @Test
  void anIncreaseThatExpiresBetweenTwoAttemptsIsRolledBack() {
    Container container = obtain();
    increase(container);
    app.failAttempt(true);
    expireIncrease(container);
    app.addAttempt(true);
    cluster.verify();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    assertThat(node.inScheduler().getNumContainers()).isEqualTo(1);
  }

  @Test
  void aRollBackThatIsNotFetchedTakesPlaceAtTheAttemptsEnd() {
    Container container = obtain();
    increase(container);
    expireIncrease(container);
    nextAttempt();
    cluster.verify();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    assertThat(node.inScheduler().getNumContainers()).isEqualTo(1);
  }

  @Test
  void aDecreaseByAnAttemptThatEndsDuringTheCallChangesNothing() {
    Container container = obtain();
    afterTheCheckWhetherItRuns(this::nextAttempt);
    app.decrease(container, resource(400, 0));
    cluster.verify();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
  }

  @Test
  void anIncreaseByAnAttemptThatEndsDuringTheCallIsNotAskedFor() {
    Container container = obtain();
    afterTheCheckWhetherItRuns(this::nextAttempt);
    app.increase(container, resource(3000, 2));
    cluster.rounds(2);
    assertThat(cluster.metrics("root.a").getPendingMB()).isZero();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
  }

  @Test
  void aRollBackThatComesDuringACallIsNotLeftToTheBackground() {
    Container container = obtain();
    increase(container);
    AppAttempt spy = spied();
    doAnswer(
            lock -> {
              expireIncrease(container);
              return lock.callRealMethod();
            })
        .doCallRealMethod()
        .when(spy)
        .getWriteLock();
    CountDownLatch background = cluster.holdBackground();
    app.heartbeat();
    nextAttempt();
    background.countDown();
    cluster.verify();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
  }

  @Test
  void anIncreaseKilledBeforeItIsFetchedIsAskedForAgainAsWhatItWas() {
    Container container = obtain();
    app.increase(container, resource(3000, 2));
    node.heartbeat();
    RMContainer given =
        app.attempt().getLiveContainers().stream()
            .filter(live -> !live.getContainerId().equals(container.getId()))
            .findAny()
            .orElseThrow();
    kill(given);
    assertThat(app.pending()).isEqualTo(1);
    node.heartbeat();
    Allocation answer = app.heartbeat();
    assertThat(answer.getContainers()).isEmpty();
    assertThat(answer.getIncreasedContainers()).hasSize(1);
    assertThat(app.held()).isEqualTo(resource(3000, 2));
  }

  private Container obtain() {
    app.ask(resource(1000, 1), 1);
    node.heartbeat();
    app.heartbeat();
    node.heartbeat();
    return app.onlyContainer();
  }

  private void increase(Container container) {
    app.increase(container, resource(3000, 2));
    node.heartbeat();
    assertThat(app.heartbeat().getIncreasedContainers()).hasSize(1);
  }

  private void expireIncrease(Container container) {
    cluster.send(new ContainerExpiredSchedulerEvent(container.getId(), true));
  }

  private void kill(RMContainer container) {
    cluster.send(
        new ContainerPreemptEvent(
            app.attemptId(), container, SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE));
  }

  /** Ends the attempt and starts another one, which takes its containers over. */
  private void nextAttempt() {
    app.failAttempt(true);
    app.addAttempt(true);
  }

  private void afterTheCheckWhetherItRuns(Runnable happens) {
    doAnswer(
            check -> {
              Object stopped = check.callRealMethod();
              happens.run();
              return stopped;
            })
        .doCallRealMethod()
        .when(spied())
        .isStopped();
  }

  private AppAttempt spied() {
    AppAttempt spy = spy(app.attempt());
    app.replaceAttempt(spy);
    return spy;
  }
}
