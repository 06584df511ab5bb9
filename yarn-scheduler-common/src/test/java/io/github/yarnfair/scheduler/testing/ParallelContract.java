// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.Test;

/**
 * {@code max-parallel-apps}: applications beyond a limit of their queues or their user wait, with
 * all that they ask for. The cluster has room for all masters, so a scheduler without the limit
 * starts each of them.
 */
abstract class ParallelContract {
  private static final String MOST = "max-parallel-apps";

  private final List<RMApp> apps = new ArrayList<>();

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf queues() {
    return conf()
        .queues("root", "a,p")
        .queues("root.p", "b,c")
        .set("root.a.capacity", "1w")
        .set("root.p.capacity", "1w")
        .set("root.p.b.capacity", "1w")
        .set("root.p.c.capacity", "1w");
  }

  private MockNM node(SchedulerRm rm) throws Exception {
    return rm.node("n1", resource(10_000, 100));
  }

  private void submit(SchedulerRm rm, String user, String queue, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      submit(rm, SchedulerRm.application(rm.rm, queue).withUser(user));
    }
  }

  private void submit(SchedulerRm rm, MockRMAppSubmissionData.Builder data) throws Exception {
    apps.add(MockRMAppSubmitter.submit(rm.rm, data.build()));
  }

  private static void heartbeats(SchedulerRm rm, MockNM node) throws Exception {
    for (int i = 0; i < 5; i++) {
      node.nodeHeartbeat(true);
      rm.rm.drainEvents();
    }
  }

  /** Which of the applications, counted from 0, hold anything. */
  private List<Integer> started(SchedulerRm rm) {
    List<Integer> started = new ArrayList<>();
    for (int i = 0; i < apps.size(); i++) {
      RMApp app = apps.get(i);
      boolean isKnown =
          rm.scheduler().getSchedulerApplications().containsKey(app.getApplicationId());
      if (isKnown && !Resources.isNone(rm.held(app.getApplicationId()))) {
        started.add(i);
      }
    }
    return started;
  }

  private void end(SchedulerRm rm, int app) throws Exception {
    rm.rm.killApp(apps.get(app).getApplicationId());
    rm.rm.waitForAppRemovedFromScheduler(apps.get(app).getApplicationId());
  }

  private String diagnostics(int app) {
    return apps.get(app).getCurrentAppAttempt().getDiagnostics();
  }

  private AppAttempt attempt(SchedulerRm rm, int app) {
    return (AppAttempt)
        rm.scheduler()
            .getSchedulerApplications()
            .get(apps.get(app).getApplicationId())
            .getCurrentAppAttempt();
  }

  @Test
  void applicationsBeyondTheQueuesLimitWaitAndStartInTheOrderOfSubmission() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set("root.a." + MOST, 2))) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a", 5);
      submit(rm, "alice", "root.p.b", 1);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1, 5);
      assertThat(diagnostics(2)).contains("Queue root.a runs 2 applications").contains("apps is 2");
      assertThat(diagnostics(4)).contains("Queue root.a runs 2 applications").contains("apps is 2");
      assertThat(diagnostics(1)).doesNotContain("max-parallel-apps");
      assertThat(rm.scheduler().getQueueInfo("root.a", false, false).getMaxParallelApps())
          .isEqualTo(2);
      assertThat(rm.scheduler().getQueueInfo("root.p", false, false).getMaxParallelApps())
          .isEqualTo(Integer.MAX_VALUE);
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1, 2, 5);
      end(rm, 3);
      end(rm, 1);
      end(rm, 2);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(4, 5);
      rm.verify();
    }
  }

  /** Pending is what waits, and nothing of it is in the share tree. */
  @Test
  void waitingApplicationIsPendingAndHasNoDemand() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set("root.a." + MOST, 1))) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a", 1);
      rm.launch(apps.get(0), node);
      submit(rm, "alice", "root.a", 2);
      heartbeats(rm, node);
      QueueMetrics metrics = rm.scheduler().getRootQueueMetrics();
      rm.verify();
      assertThat(metrics.getAppsRunning()).isEqualTo(1);
      assertThat(metrics.getAppsPending()).isEqualTo(2);
      assertThat(rm.scheduler().readings().snapshot().share().pending()).isEqualTo(resource(0, 0));
    }
  }

  @Test
  void limitOfAQueueCountsAllQueuesBelowIt() throws Exception {
    SchedulerConf conf = queues().set("root.p." + MOST, 3).set("root.p.b." + MOST, 2);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.p.b", 3);
      submit(rm, "alice", "root.p.c", 3);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1, 3);
      assertThat(diagnostics(2)).contains("Queue root.p.b runs 2");
      assertThat(diagnostics(4)).contains("Queue root.p runs 3");
      end(rm, 3);
      heartbeats(rm, node);
      assertThat(started(rm)).as("root.p.b has no place").containsExactly(0, 1, 4);
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).as("submitted first").containsExactly(1, 2, 4);
      rm.verify();
    }
  }

  @Test
  void limitOfAUserCountsAllQueuesAndTheDefaultIsForTheOthers() throws Exception {
    SchedulerConf conf = queues().set("user.alice." + MOST, 2).set("user." + MOST, 1);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a", 1);
      submit(rm, "alice", "root.p.b", 2);
      submit(rm, "bob", "root.a", 2);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1, 3);
      assertThat(diagnostics(2)).contains("User alice runs 2 applications").contains("apps is 2");
      assertThat(diagnostics(4)).contains("User bob runs 1 applications").contains("apps is 1");
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1, 2, 3);
      rm.verify();
    }
  }

  /** One application that ends leaves two places: its queue's and its user's. */
  @Test
  void placesOfAQueueAndOfAUserAreFilledAtOnce() throws Exception {
    SchedulerConf conf = queues().set("root.a." + MOST, 1).set("user.alice." + MOST, 1);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a", 1);
      submit(rm, "bob", "root.a", 1);
      submit(rm, "alice", "root.p.b", 1);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0);
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1, 2);
      rm.verify();
    }
  }

  @Test
  void globalDefaultIsEachQueuesAlsoOfRoot() throws Exception {
    SchedulerConf conf = queues().set(MOST, 2).set("root.p." + MOST, 5);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.p.b", 3);
      submit(rm, "alice", "root.a", 1);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1);
      assertThat(diagnostics(3)).contains("Queue root runs 2");
      rm.verify();
    }
  }

  @Test
  void waitingApplicationsStartByPriorityThenBySubmission() throws Exception {
    SchedulerConf conf =
        queues().set("root.a." + MOST, 1).yarn("yarn.cluster.max-application-priority", 10);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      for (int priority : new int[] {0, 1, 5, 1, 3}) {
        submit(
            rm,
            SchedulerRm.application(rm.rm, "root.a")
                .withAppPriority(Priority.newInstance(priority)));
        heartbeats(rm, node);
      }
      rm.updatePriority(
          apps.get(3).getApplicationId(), 7, UserGroupInformation.createRemoteUser("alice"));
      for (int expected : new int[] {0, 3, 2, 4, 1}) {
        heartbeats(rm, node);
        assertThat(started(rm)).containsExactly(expected);
        end(rm, expected);
      }
      rm.verify();
    }
  }

  @Test
  void refreshThatRaisesTheLimitStartsOthersAndOneThatLowersItEndsNone() throws Exception {
    SchedulerConf conf = queues();
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a", 2);
      heartbeats(rm, node);
      refresh(rm, conf.copy().set("root.a." + MOST, 2));
      submit(rm, "alice", "root.a", 3);
      heartbeats(rm, node);
      assertThat(started(rm)).as("those before the limit count").containsExactly(0, 1);
      refresh(rm, conf.copy().set("root.a." + MOST, 4));
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1, 2, 3);
      refresh(rm, conf.copy().set("root.a." + MOST, 1));
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1, 2, 3);
      refresh(rm, conf);
      heartbeats(rm, node);
      assertThat(started(rm)).as("without a limit").containsExactly(1, 2, 3, 4);
      rm.verify();
    }
  }

  private static void refresh(SchedulerRm rm, SchedulerConf conf) throws Exception {
    rm.scheduler().reinitialize(conf.build(), rm.rm.getRMContext());
  }

  @Test
  void applicationThatMovesTakesItsPlaceAlong() throws Exception {
    SchedulerConf conf = queues().set("root.a." + MOST, 1).set("root.p.b." + MOST, 1);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a", 2);
      submit(rm, "alice", "root.p.b", 2);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 2);
      rm.scheduler().moveApplication(apps.get(0).getApplicationId(), "root.p.b");
      heartbeats(rm, node);
      assertThat(started(rm)).as("beyond the limit, and its old place").containsExactly(0, 1, 2);
      end(rm, 2);
      heartbeats(rm, node);
      assertThat(started(rm)).as("root.p.b still runs one").containsExactly(0, 1);
      rm.scheduler().moveApplication(apps.get(3).getApplicationId(), "root.p.c");
      heartbeats(rm, node);
      assertThat(started(rm)).as("no limit there").containsExactly(0, 1, 3);
      rm.verify();
    }
  }

  @Test
  void applicationsThatRanBeforeARestartRunOnBeyondTheLimit() throws Exception {
    SchedulerConf conf = queues().set("root.a." + MOST, 3);
    RMStateStore store = SchedulerRm.store(conf);
    try (SchedulerRm before = new SchedulerRm(conf, store)) {
      MockNM node = node(before);
      for (int i = 0; i < 3; i++) {
        submit(before, "alice", "root.a", 1);
        before.launch(apps.get(i), node);
      }
      submit(before, "alice", "root.a", 2);
      SchedulerConf less = conf.copy().set("root.a." + MOST, 2);
      try (SchedulerRm after = new SchedulerRm(less, store)) {
        MockNM again = node(after);
        heartbeats(after, again);
        assertThat(attempt(after, 2).waitsToRun()).as("runs on").isFalse();
        end(after, 0);
        heartbeats(after, again);
        assertThat(attempt(after, 3).waitsToRun()).as("two are left").isTrue();
        end(after, 1);
        heartbeats(after, again);
        assertThat(attempt(after, 3).waitsToRun()).isFalse();
        assertThat(attempt(after, 4).waitsToRun()).isTrue();
        after.verify();
      }
    }
  }

  @Test
  void unmanagedMastersRequestsWait() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set("root.a." + MOST, 1))) {
      MockNM node = node(rm);
      MockAM first = unmanaged(rm, node);
      MockAM second = unmanaged(rm, node);
      rm.ask(second, SchedulerTestApp.anywhere(resource(100, 1), 1, 1));
      heartbeats(rm, node);
      assertThat(rm.held(apps.get(1).getApplicationId())).isEqualTo(resource(0, 0));
      rm.obtain(first, node, resource(100, 1), 1);
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(rm.held(apps.get(1).getApplicationId())).isEqualTo(resource(100, 1));
      rm.verify();
    }
  }

  private MockAM unmanaged(SchedulerRm rm, MockNM node) throws Exception {
    submit(rm, SchedulerRm.application(rm.rm, "root.a").withUnmanagedAM(true));
    rm.rm.drainEvents();
    MockAM master = MockRM.launchUAM(apps.get(apps.size() - 1), rm.rm, node);
    master.registerAppAttempt();
    return master;
  }

  @Test
  void createdQueuesHaveTheLimitOfTheirTemplate() throws Exception {
    SchedulerConf conf =
        queues()
            .set("root.a.auto-queue-creation-v2.enabled", true)
            .set("root.a.auto-queue-creation-v2.template." + MOST, 1);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a.x", 2);
      submit(rm, "alice", "root.a.y", 1);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 2);
      assertThat(diagnostics(1)).contains("Queue root.a.x runs 1");
      rm.verify();
    }
  }

  @Test
  void applicationThatKeepsContainersKeepsItsPlaceForItsNextAttempt() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues().set("root.a." + MOST, 1))) {
      SchedulerTestNode node = cluster.addNode("n1", resource(10_000, 100));
      SchedulerTestApp first = cluster.submit("root.a");
      SchedulerTestApp second = cluster.submit("root.a");
      first.keepsContainers();
      first.ask(resource(100, 1), 1);
      second.ask(resource(100, 1), 1);
      cluster.rounds(2);
      first.failAttempt(true);
      node.heartbeat();
      assertThat(second.held()).as("the first has its place still").isEqualTo(resource(0, 0));
      first.addAttempt(true);
      first.ask(resource(100, 1), 1);
      node.heartbeat();
      assertThat(first.held()).isEqualTo(resource(200, 2));
      first.failAttempt(false);
      node.heartbeat();
      assertThat(second.held()).isEqualTo(resource(100, 1));
      first.addAttempt(false);
      first.ask(resource(100, 1), 1);
      node.heartbeat();
      assertThat(first.held()).as("its place is taken").isEqualTo(resource(0, 0));
      cluster.verify();
    }
  }

  @Test
  void limitOfZeroStartsNone() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set("root.a." + MOST, -1))) {
      MockNM node = node(rm);
      submit(rm, "alice", "root.a", 1);
      submit(rm, "alice", "root.p.b", 1);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1);
      assertThat(diagnostics(0)).contains("apps is 0");
      rm.verify();
    }
  }
}
