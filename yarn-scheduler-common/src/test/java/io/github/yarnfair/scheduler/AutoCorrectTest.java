// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With the option on, a repeated ask counts what was granted and is on its way to the master. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AutoCorrectTest {
  private static final int DEADLINE_MILLIS = 20_000;

  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;

  @BeforeEach
  void boot() {
    cluster =
        new SchedulerFixture(
            SchedulerConf.of(NaiveScheduler.class)
                .queues("root", "a")
                .yarn(YarnConfiguration.RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION, true));
    node = cluster.addNode("n1", resource(8000, 8));
    app = cluster.submit("root.a").launching(false);
  }

  @AfterEach
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  @Test
  void aRepeatedAskIsNotServedTwice() {
    app.ask(resource(1000, 1), 3);
    node.heartbeat();
    assertThat(app.ask(resource(1000, 1), 3).getContainers()).hasSize(3);
    assertThat(app.pending()).isZero();
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(3);
  }

  @Test
  void containersBeyondTheRepeatedAskAreReleased() {
    app.ask(resource(1000, 1), 3);
    node.heartbeat();
    Allocation allocation = app.ask(resource(1000, 1), 1);
    assertThat(allocation.getContainers()).hasSize(1);
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    assertThat(node.allocated()).isEqualTo(resource(1000, 1));
    cluster.verify();
    cluster.rounds(2);
    assertThat(app.live()).as("what was given back is not asked for again").isEqualTo(1);
    assertThat(app.pending()).isZero();
  }

  @Test
  void aMasterAndANodeThatMeetDoNotWaitForEachOther() throws Exception {
    SchedulerTestNode other = cluster.addNode("n2", resource(8000, 8));
    app.ask(List.of(anywhere(resource(1000, 1), 3, 1), anywhere(resource(6000, 1), 1, 2)));
    node.heartbeat();
    assertThat(app.live()).as("the large one does not fit here").isEqualTo(3);
    Thread reporting = daemon(other::heartbeat);
    ResourceRequest repeated = spy(anywhere(resource(1000, 1), 1, 1));
    // Read first when what is on its way to the master is compared with what it asks for.
    doAnswer(
            read -> {
              reporting.start();
              awaitEndOrWaiting(reporting);
              return read.callRealMethod();
            })
        .doCallRealMethod()
        .when(repeated)
        .getAllocationRequestId();
    Thread calling = daemon(() -> app.ask(List.of(repeated)));
    calling.start();
    calling.join(DEADLINE_MILLIS);
    assertThat(calling.isAlive()).as("the master still waits").isFalse();
    reporting.join(DEADLINE_MILLIS);
    assertThat(reporting.isAlive()).as("the node still waits").isFalse();
    cluster.verify();
    assertThat(app.held()).isEqualTo(resource(7000, 2));
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns once a thread has done all that it can do at the moment. */
  private static void awaitEndOrWaiting(Thread thread) {
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }
}
