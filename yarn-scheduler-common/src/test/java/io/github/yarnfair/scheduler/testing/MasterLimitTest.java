// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.util.ControlledClock;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.Test;

/**
 * Application masters leave room for what they are there for. Ten masters of 100 MB and one vcore
 * fill the cluster, and whoever holds nothing is served first, so any rule without a limit fails
 * the first test.
 */
class MasterLimitTest {
  private static final String MOST = "maximum-am-resource-percent";

  private final List<RMApp> apps = new ArrayList<>();

  /** Not a constant: which resource types there are, the first configuration says. */
  private static Resource all() {
    return resource(1000, 10);
  }

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  private SchedulerConf queues() {
    return conf().queues("root", "a,b").set("root.a.capacity", "4w").set("root.b.capacity", "1w");
  }

  private void submit(SchedulerRm rm, String queue, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      apps.add(rm.submit(queue));
    }
  }

  private MockAM launch(SchedulerRm rm, String queue, MockNM node) throws Exception {
    submit(rm, queue, 1);
    return rm.launch(apps.get(apps.size() - 1), node);
  }

  private static void heartbeats(SchedulerRm rm, MockNM... nodes) throws Exception {
    for (int i = 0; i < 15; i++) {
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
        rm.rm.drainEvents();
      }
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

  @Test
  void mastersLeaveRoomForTasks() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 0.3))) {
      MockNM node = rm.node("n1", all());
      MockAM master = launch(rm, "root.a", node);
      submit(rm, "root.a", 14);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1, 2);
      assertThat(rm.obtain(master, node, resource(100, 1), 7)).hasSize(7);
      rm.verify();
    }
  }

  @Test
  void withoutALimitMastersAreAllThereIs() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 1))) {
      MockNM node = rm.node("n1", all());
      submit(rm, "root.a", 15);
      heartbeats(rm, node);
      assertThat(started(rm)).hasSize(10);
      rm.verify();
    }
  }

  /** As under CapacityScheduler the default of all queues is not one of created queues. */
  @Test
  void mastersMayTakeAllOfACreatedQueueUnlessItsTemplateSaysOtherwise() throws Exception {
    String creation = ".auto-queue-creation-v2.";
    SchedulerConf conf =
        conf()
            .queues("root", "users,few")
            .set("root.users.capacity", "1w")
            .set("root.few.capacity", "1w")
            .set("root.users" + creation + "enabled", true)
            .set("root.few" + creation + "enabled", true)
            .set("root.few" + creation + "leaf-template." + MOST, 0.2)
            .set(MOST, 0.1);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", all());
      submit(rm, "root.few.bob", 5);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1);
      submit(rm, "root.users.alice", 12);
      heartbeats(rm, node);
      assertThat(started(rm)).hasSize(10);
      rm.verify();
    }
  }

  @Test
  void aTenthIsTheDefaultAndAQueueMayHaveItsOwn() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().unset(MOST).set("root.b." + MOST, 0.4))) {
      MockNM node = rm.node("n1", all());
      submit(rm, "root.a", 3);
      submit(rm, "root.b", 6);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 3, 4, 5, 6);
      rm.verify();
    }
  }

  @Test
  void oneMasterStartsInAnyCase() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 0))) {
      MockNM node = rm.node("n1", all());
      submit(rm, "root.a", 3);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0);
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1);
      rm.verify();
    }
  }

  @Test
  void longestWaitingMasterIsNext() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 0.2))) {
      MockNM node = rm.node("n1", all());
      submit(rm, "root.a", 6);
      heartbeats(rm, node);
      end(rm, 2);
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1, 3);
      assertThat(diagnostics(4)).contains("not yet activated").contains("Queue root.a has");
      assertThat(diagnostics(3)).doesNotContain("not yet activated");
      rm.verify();
    }
  }

  private String diagnostics(int app) {
    return apps.get(app).getCurrentAppAttempt().getDiagnostics();
  }

  /** In an empty cluster of all there is; beside others of what it is entitled to. */
  @Test
  void limitIsAPartOfTheQueuesCurrentEntitlement() throws Exception {
    SchedulerConf conf = queues().set("root.a.capacity", "1w").set(MOST, 0.5);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(1000, 100));
      MockAM master = launch(rm, "root.a", node);
      rm.obtain(master, node, resource(100, 1), 7);
      submit(rm, "root.b", 5);
      heartbeats(rm, node);
      // Half of the 500 MB it is entitled to; half of the 200 that are left would be one master.
      assertThat(started(rm)).containsExactly(0, 1, 2);
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1, 2, 3, 4, 5);
      rm.verify();
    }
  }

  @Test
  void aNodeThatRegistersMakesRoom() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 0.2))) {
      submit(rm, "root.a", 6);
      MockNM first = rm.node("n1", all());
      heartbeats(rm, first);
      assertThat(started(rm)).containsExactly(0, 1);
      MockNM second = rm.node("n2", all());
      heartbeats(rm, first, second);
      assertThat(started(rm)).containsExactly(0, 1, 2, 3);
      rm.verify();
    }
  }

  @Test
  void aRefreshThatRaisesItMakesRoomAndOneThatLowersItEndsNothing() throws Exception {
    SchedulerConf conf = queues().set(MOST, 0.2);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", all());
      submit(rm, "root.a", 6);
      heartbeats(rm, node);
      rm.scheduler().reinitialize(conf.copy().set(MOST, 0.4).build(), rm.rm.getRMContext());
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(0, 1, 2, 3);
      rm.scheduler().reinitialize(conf.copy().set(MOST, 0.1).build(), rm.rm.getRMContext());
      end(rm, 0);
      heartbeats(rm, node);
      assertThat(started(rm)).containsExactly(1, 2, 3);
      rm.verify();
    }
  }

  @Test
  void movedApplicationCountsInItsNewQueuesLimit() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 0.25))) {
      MockNM node = rm.node("n1", all());
      submit(rm, "root.a", 4);
      heartbeats(rm, node);
      rm.scheduler().moveApplication(apps.get(0).getApplicationId(), "root.b");
      rm.scheduler().moveApplication(apps.get(3).getApplicationId(), "root.b");
      submit(rm, "root.b", 1);
      heartbeats(rm, node);
      assertThat(started(rm)).as("two in each").containsExactly(0, 1, 2, 3);
      rm.verify();
    }
  }

  @Test
  void mastersThatRunCountAfterARestart() throws Exception {
    SchedulerConf conf = queues().set(MOST, 0.2);
    RMStateStore store = SchedulerRm.store(conf);
    try (SchedulerRm before = new SchedulerRm(conf, store)) {
      MockNM node = before.node("n1", all());
      launch(before, "root.a", node);
      launch(before, "root.a", node);
      submit(before, "root.a", 1);
      try (SchedulerRm after = new SchedulerRm(conf, store)) {
        MockNM again = after.node("n1", all());
        heartbeats(after, again);
        assertThat(started(after)).as("the third waits on").doesNotContain(2);
        end(after, 0);
        heartbeats(after, again);
        assertThat(started(after)).contains(2);
        after.verify();
      }
    }
  }

  /** No node holds 600 MB and 60 vcores; YARN lets it pass, as there are nodes for either. */
  @Test
  void masterThatFitsNowhereDoesNotBlockOthers() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 0.2))) {
      MockNM memory = rm.node("n1", resource(1000, 10));
      MockNM vcores = rm.node("n2", resource(100, 100));
      MockRMAppSubmissionData impossible =
          MockRMAppSubmissionData.Builder.createWithResource(resource(600, 60), rm.rm)
              .withAppName("impossible")
              .withUser("alice")
              .withQueue("root.a")
              .withUnmanagedAM(false)
              .build();
      apps.add(MockRMAppSubmitter.submit(rm.rm, impossible));
      submit(rm, "root.a", 4);
      heartbeats(rm, memory, vcores);
      assertThat(started(rm)).containsExactly(1, 2);
      assertThat(diagnostics(0)).contains("no node can hold");
      rm.verify();
    }
  }

  private void submit(SchedulerRm rm, Resource master, int priority) throws Exception {
    MockRMAppSubmissionData data =
        MockRMAppSubmissionData.Builder.createWithResource(master, rm.rm)
            .withAppName("app")
            .withUser("alice")
            .withQueue("root.a")
            .withAppPriority(Priority.newInstance(priority))
            .withUnmanagedAM(false)
            .build();
    apps.add(MockRMAppSubmitter.submit(rm.rm, data));
  }

  @Test
  void waitingMastersStartByPriorityThenBySubmission() throws Exception {
    SchedulerConf conf = queues().set(MOST, 0.1).yarn("yarn.cluster.max-application-priority", 10);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", all());
      for (int priority : new int[] {0, 1, 5, 1, 3}) {
        submit(rm, resource(100, 1), priority);
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

  /** One of 200 MB runs for ever, one of 900 MB waits: it never fits, and others pass in time. */
  @Test
  void masterTooLargeForWhatIsLeftHoldsUpSmallerOnesForBoundedTimesOnly() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues().set(MOST, 1))) {
      ControlledClock clock = new ControlledClock();
      clock.setTime(0);
      rm.scheduler().setClock(clock);
      MockNM node = rm.node("n1", all());
      submit(rm, resource(200, 1), 0);
      submit(rm, resource(900, 1), 0);
      submit(rm, resource(100, 1), 0);
      heartbeats(rm, node);
      assertThat(started(rm)).as("room is held").containsExactly(0);
      clock.setTime(11_000);
      heartbeats(rm, node);
      assertThat(started(rm)).as("others pass").containsExactly(0, 2);
      clock.setTime(25_000);
      submit(rm, resource(100, 1), 0);
      heartbeats(rm, node);
      assertThat(started(rm)).as("room is held again").containsExactly(0, 2);
      end(rm, 0);
      end(rm, 2);
      heartbeats(rm, node);
      assertThat(started(rm)).as("it is not starved").containsExactly(1, 3);
      rm.verify();
    }
  }
}
