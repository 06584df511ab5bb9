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
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The answer to a call never has a container that this very call asked for. YARN asks for the
 * master's own container, throws that answer away and waits for the container to come later: with
 * it in the answer, the application would hang for ever.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnswerTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;
  private AppAttempt real;
  private AppAttempt spy;

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"));
    node = cluster.addNode("n1", resource(8000, 8));
    app = cluster.submit("root.a");
    // Nothing waits to be taken in: the call alone makes its request known.
    node.heartbeat();
    real = app.attempt();
    spy = spy(real);
    app.replaceAttempt(spy);
  }

  @AfterEach
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void verify() {
    app.replaceAttempt(real);
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  @Test
  void aHeartbeatBetweenRequestAndAnswerAddsNothing() throws Exception {
    assertAnsweredByTheNextCallOnly();
  }

  @Test
  void norDoesItIfTheAttemptIsDueToBeLookedAtAnyway() throws Exception {
    app.heartbeat();
    assertAnsweredByTheNextCallOnly();
  }

  private void assertAnsweredByTheNextCallOnly() throws Exception {
    Thread reporting = new Thread(node::heartbeat);
    doAnswer(
            pull -> {
              reporting.start();
              awaitEndOrWaiting(reporting);
              return pull.callRealMethod();
            })
        .doCallRealMethod()
        .when(spy)
        .pullNewlyAllocatedContainers();
    Allocation answer = app.ask(resource(1000, 1), 3);
    reporting.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(reporting.isAlive()).as("the heartbeat is over").isFalse();
    assertThat(answer.getContainers()).isEmpty();
    node.heartbeat();
    assertThat(app.heartbeat().getContainers()).as("the answer to the next call").hasSize(3);
  }

  /** Returns once a heartbeat has done all that it can do during the call. */
  private static void awaitEndOrWaiting(Thread thread) {
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }
}
