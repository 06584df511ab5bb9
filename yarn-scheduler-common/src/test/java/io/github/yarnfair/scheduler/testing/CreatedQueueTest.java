// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.junit.jupiter.api.Test;

/** Queues that no list names are created when they are needed, and removed later. */
class CreatedQueueTest extends CreatedQueueContract {
  @Override
  SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  private static void refresh(SchedulerFixture cluster, SchedulerConf changed) throws IOException {
    cluster.scheduler.reinitialize(changed.build(), cluster.rm.getRMContext());
  }

  private static boolean isThere(SchedulerFixture cluster, String queue) {
    return cluster.scheduler.getAppsInQueue(queue) != null;
  }

  /** Lets time pass as far as the scheduler can tell, with a report of every node at the end. */
  private void pass(SchedulerFixture cluster, long seconds) {
    now += seconds * 1000;
    cluster.round();
  }

  @Test
  void parentsAreCreatedToo() throws Exception {
    try (SchedulerFixture cluster = start(queues())) {
      SchedulerTestApp app = cluster.submit("users.dev.alice");
      app.ask(resource(1, 1), 5);
      cluster.round();
      assertThat(app.live()).isEqualTo(5);
      QueueInfo users = cluster.scheduler.getQueueInfo("root.users", true, true);
      assertThat(users.getChildQueues())
          .extracting(QueueInfo::getQueuePath)
          .containsExactly("root.users.dev");
      QueueInfo dev = users.getChildQueues().get(0);
      assertThat(dev.getChildQueues())
          .extracting(QueueInfo::getQueuePath)
          .containsExactly("root.users.dev.alice");
      assertThat(dev.getCapacity()).as("of a queue with a weight").isZero();
      assertThat(dev.getWeight()).isEqualTo(1);
      cluster.drainAndVerify("root.users.dev.alice", "root.users.dev");
    }
  }

  @Test
  void unusedCreatedQueueIsRemoved() {
    try (SchedulerFixture cluster = start(queues().set(V2 + "template.maximum-capacity", "50"))) {
      SchedulerTestApp alices = cluster.submit("root.users.dev.alice");
      SchedulerTestApp bobs = cluster.submit("root.users.bob");
      pass(cluster, 400);
      alices.finish();
      pass(cluster, 299);
      pass(cluster, 299);
      assertThat(isThere(cluster, "root.users.dev.alice")).isTrue();
      SchedulerTestApp again = cluster.submit("root.users.dev.alice");
      again.finish();
      pass(cluster, 1);
      pass(cluster, 299);
      assertThat(isThere(cluster, "root.users.dev.alice")).as("it was used again").isTrue();
      pass(cluster, 1);
      assertThat(isThere(cluster, "root.users.dev.alice")).isFalse();
      assertThat(isThere(cluster, "root.users.dev")).as("it has only just no queues").isTrue();
      cluster.verify();
      pass(cluster, 300);
      assertThat(isThere(cluster, "root.users.dev")).isFalse();
      assertThat(isThere(cluster, "root.users.bob")).as("has an application").isTrue();
      assertThat(isThere(cluster, "root.a")).as("listed").isTrue();
      bobs.ask(resource(1, 1), 1);
      cluster.submit("root.users.alice").ask(resource(1, 1), 1);
      cluster.round();
      assertThat(cluster.held("root.users")).isEqualTo(resource(2, 2));
      cluster.drainAndVerify("root.users.alice", "root.users.bob");
    }
  }

  @Test
  void queueWithoutAutoRemovalStays() {
    SchedulerConf conf =
        queues()
            .set("auto-queue-creation-v2.queue-expiration-time", 10)
            .set("root.users.bob.auto-queue-creation-v2.queue-auto-removal.enable", false);
    try (SchedulerFixture cluster = start(conf)) {
      cluster.submit("root.users.alice").finish();
      cluster.submit("root.users.bob").finish();
      pass(cluster, 1);
      pass(cluster, 10);
      assertThat(isThere(cluster, "root.users.alice")).isFalse();
      assertThat(isThere(cluster, "root.users.bob")).isTrue();
      cluster.verify();
    }
  }

  @Test
  void aRefreshKeepsThemByTheNewTemplate() throws Exception {
    SchedulerConf conf = queues();
    try (SchedulerFixture cluster = start(conf)) {
      SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("created", 9), 0));
      churn.endless("alice", "root.users.alice", resource(1, 1));
      churn.endless("deep", "root.users.dev.alice", resource(1, 1));
      churn.fill();
      refresh(cluster, conf.copy().set(V2 + "leaf-template.capacity", "4w"));
      churn.churn(80, 40);
      assertThat(churn.averageShare("alice")).isCloseTo(0.8, within(0.04));
      assertThat(churn.averageShare("deep")).isCloseTo(0.2, within(0.04));
      cluster.drainAndVerify("root.users.alice", "root.users.dev.alice");
    }
  }

  @Test
  void oneThatIsListedLaterGoesOnAndNeverGoes() throws Exception {
    SchedulerConf conf = queues();
    try (SchedulerFixture cluster = start(conf)) {
      SchedulerTestApp app = cluster.submit("root.users.alice");
      app.ask(resource(1, 1), 3);
      cluster.round();
      refresh(
          cluster,
          conf.copy().queues("root.users", "alice").set("root.users.alice.capacity", "2w"));
      assertThat(app.live()).isEqualTo(3);
      app.finish();
      pass(cluster, 1);
      pass(cluster, 1000);
      assertThat(isThere(cluster, "root.users.alice")).isTrue();
      cluster.drainAndVerify("root.users.alice");
    }
  }

  @Test
  void creationIsNotSwitchedOffUnderRunningApplications() throws Exception {
    SchedulerConf conf = queues().queues("root.users", "x");
    try (SchedulerFixture cluster = start(conf)) {
      SchedulerTestApp app = cluster.submit("root.users.alice");
      app.ask(resource(1, 1), 3);
      cluster.submit("root.users.bob").finish();
      cluster.round();
      SchedulerConf off = conf.copy().set(V2 + "enabled", false);
      assertThatThrownBy(() -> refresh(cluster, off))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("root.users.alice")
          .hasMessageContaining("1 application(s)")
          .hasMessageNotContaining("root.users.bob");
      cluster.round();
      assertThat(app.live()).isEqualTo(3);
      assertThat(isThere(cluster, "root.users.bob")).isTrue();
      app.finish();
      refresh(cluster, off);
      assertThat(isThere(cluster, "root.users.alice")).isFalse();
      // The queue named is refused and logged, as it should be.
      cluster.drainAndVerify("root");
    }
  }

  @Test
  void applicationsMoveToQueuesThatAreThereOnly() throws Exception {
    try (SchedulerFixture cluster = start(queues())) {
      SchedulerTestApp app = cluster.submit("root.users.alice");
      app.ask(resource(1, 1), 3);
      cluster.round();
      assertThatThrownBy(() -> cluster.scheduler.moveApplication(app.id(), "root.users.bob"))
          .hasMessageContaining("there is no queue root.users.bob");
      cluster.submit("root.users.bob");
      app.setQueue(cluster.scheduler.moveApplication(app.id(), "root.users.bob"));
      assertThat(cluster.held("root.users.bob")).isEqualTo(resource(3, 3));
      cluster.drainAndVerify("root.users.alice", "root.users.bob");
    }
  }

  @Test
  void refusedSubmissionCreatesNoQueue() throws Exception {
    SchedulerConf conf =
        queues()
            .set(V2 + "max-queues", 1)
            .set("root.users.closed.state", "STOPPED")
            .set("root.users.full.maximum-applications", 0);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThat(cluster.refusal("root.users.closed")).contains("root.users.closed is STOPPED");
      assertThat(cluster.refusal("root.users.full")).contains("root.users.full has 0 applications");
      assertThat(cluster.refusal("root.users.a.b.c")).contains("at most 2 level(s)");
      assertThat(cluster.refusal("root.a.x")).contains("none are created below root.a");
      assertThat(cluster.submit("root.users.alice").getQueue()).isEqualTo("root.users.alice");
      assertThat(cluster.submit("alice").getQueue()).isEqualTo("root.users.alice");
      assertThat(cluster.refusal("root.users.bob"))
          .contains("root.users has 1 queues below it already");
      assertThat(cluster.scheduler().getQueueInfo("root.users", true, true).getChildQueues())
          .hasSize(1);
      cluster.verify();
    }
  }

  @Test
  void submitPermissionComesFromTheParentOrTheTemplate() throws Exception {
    SchedulerConf conf =
        queues()
            .set("root.acl_submit_applications", " ")
            .set("root.acl_administer_queue", " ")
            .set("root.users.acl_submit_applications", "boss")
            .set(V2 + "template.acl_submit_applications", "alice,bob")
            .set("root.users.closed.acl_submit_applications", "dave")
            .set("root.users.bob.acl_application_max_priority", "*")
            .set(V2 + "template.acl_application_max_priority", "[user=bob max_priority=0]")
            .yarn(YarnConfiguration.YARN_ACL_ENABLE, true);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      assertThatThrownBy(() -> cluster.submitAs("carol", "root.users.x"))
          .rootCause()
          .hasMessageContaining("does not have permission");
      assertThatThrownBy(() -> cluster.submitAs("alice", "root.users.closed"))
          .rootCause()
          .hasMessageContaining("does not have permission to submit");
      assertThat(cluster.submitAs("bob", "root.users.bob").getQueue()).isEqualTo("root.users.bob");
      assertThat(cluster.submitAs("boss", "root.users.bob").getQueue()).isNotNull();
      assertThatThrownBy(() -> cluster.submitAs("carol", "root.users.bob"))
          .as("it is there now")
          .rootCause()
          .hasMessageContaining("does not have permission to submit");
      assertThatThrownBy(() -> cluster.submitAs("alice", "root.users.x"))
          .rootCause()
          .hasMessageContaining("permission for priority 0 of")
          .hasMessageContaining("in queue root.users.x");
      cluster.verify();
    }
  }

  @Test
  void aRestartFindsThemAgain() throws Exception {
    SchedulerConf conf = queues();
    RMStateStore store = SchedulerRm.store(conf);
    try (SchedulerRm before = new SchedulerRm(conf, store)) {
      MockNM node = before.node("n1", resource(1000, 10));
      RMApp alices = before.submit("root.users.alice");
      before.launch(alices, node);
      RMApp deep = before.submit("root.users.dev.bob");
      before.launch(deep, node);
      SchedulerConf fewer = conf.copy().set(V2 + "max-queues", 1);
      try (SchedulerRm after = new SchedulerRm(fewer, store)) {
        assertThat(after.queueOf(alices)).isEqualTo("root.users.alice");
        assertThat(after.queueOf(deep)).isEqualTo("root.users.dev.bob");
        assertThat(after.refusal("root.users.carol")).contains("2 queues below it already");
        after.verify();
      }
    }
  }

  @Test
  void aRestartWithoutCreationEndsThemWithAReason() throws Exception {
    SchedulerConf conf = queues().queues("root.users", "x");
    RMStateStore store = SchedulerRm.store(conf);
    try (SchedulerRm before = new SchedulerRm(conf, store)) {
      RMApp app = before.submit("root.users.alice");
      before.launch(app, before.node("n1", resource(1000, 10)));
      try (SchedulerRm after = new SchedulerRm(conf.copy().set(V2 + "enabled", false), store)) {
        after.rm.waitForState(app.getApplicationId(), RMAppState.KILLED);
        assertThat(after.rm.getRMContext().getRMApps().get(app.getApplicationId()).getDiagnostics())
            .contains("none are created below root.users");
        assertThat(after.scheduler().readings().audit()).isEqualTo(List.of());
      }
    }
  }
}
