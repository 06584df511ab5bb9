// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.Test;

/**
 * A user's masters take a part of what a queue has for masters. The rival, the limit of the queue
 * alone, is taken by the user who submits first. Masters are of 100 MB and one vcore.
 */
class UserMasterLimitTest {
  private final List<RMApp> apps = new ArrayList<>();

  /** A queue entitled to half of 100 vcores, of which masters may take a fifth: 10, elastic 20. */
  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class)
        .queues("root", "a,b")
        .set("root.a.capacity", 50)
        .set("root.b.capacity", 50)
        .set("maximum-am-resource-percent", 0.2);
  }

  private void submit(SchedulerRm rm, String user, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      apps.add(rm.submitAs(user, "root.a"));
    }
  }

  private long started(SchedulerRm rm, String user, MockNM node) throws Exception {
    for (int i = 0; i < 15; i++) {
      node.nodeHeartbeat(true);
      rm.rm.drainEvents();
    }
    return apps.stream()
        .filter(app -> app.getUser().equals(user))
        .filter(app -> !Resources.isNone(rm.held(app.getApplicationId())))
        .count();
  }

  @Test
  void withoutKeysOfUsersTheFirstUserTakesAll() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(conf())) {
      MockNM node = rm.node("n1", resource(100_000, 100));
      submit(rm, "alice", 25);
      submit(rm, "bob", 3);
      assertThat(started(rm, "alice", node)).isEqualTo(20);
      assertThat(started(rm, "bob", node)).isZero();
      rm.verify();
    }
  }

  /** CapacityScheduler: 0.2 · 50 · max(25 %, 1 / active users) · factor 1.2. */
  @Test
  void withAFactorTheLimitIsAPartOfTheQueuesEntitlement() throws Exception {
    SchedulerConf conf =
        conf().set("root.a.minimum-user-limit-percent", 25).set("root.a.user-limit-factor", 1.2);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(100_000, 100));
      submit(rm, "alice", 15);
      assertThat(started(rm, "alice", node)).as("alone").isEqualTo(12);
      submit(rm, "bob", 8);
      assertThat(started(rm, "bob", node)).as("one of two").isEqualTo(6);
      RMApp waiting = apps.get(apps.size() - 1);
      assertThat(waiting.getCurrentAppAttempt().getDiagnostics())
          .contains("User bob has", "for application masters in queue root.a");
      rm.verify();
    }
  }

  @Test
  void withoutAFactorItIsAPartOfTheQueuesLimitByWeight() throws Exception {
    SchedulerConf conf =
        conf()
            .set("root.a.minimum-user-limit-percent", 40)
            .set("root.a.user-settings.bob.weight", 0.5);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(100_000, 100));
      submit(rm, "bob", 15);
      assertThat(started(rm, "bob", node)).as("half of 20").isEqualTo(10);
      submit(rm, "alice", 12);
      assertThat(started(rm, "alice", node)).as("half of 20, of two users").isEqualTo(10);
      rm.verify();
    }
  }

  /** As under CapacityScheduler, -1 limits no user. */
  @Test
  void aFactorOfMinusOneLeavesTheQueuesLimitAlone() throws Exception {
    SchedulerConf conf =
        conf().set("root.a.minimum-user-limit-percent", 25).set("root.a.user-limit-factor", -1);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(100_000, 100));
      submit(rm, "alice", 25);
      submit(rm, "bob", 3);
      assertThat(started(rm, "alice", node)).isEqualTo(20);
      rm.verify();
    }
  }

  /** Room that a user frees goes to the next of that user: others are not held up by the wait. */
  @Test
  void attemptOfAUserAtItsLimitDoesNotBlockOthers() throws Exception {
    SchedulerConf conf = conf().set("root.a.user-limit-factor", 0.5);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(100_000, 100));
      submit(rm, "alice", 8);
      submit(rm, "bob", 1);
      long ofAlice = started(rm, "alice", node);
      assertThat(ofAlice).isLessThanOrEqualTo(5);
      assertThat(started(rm, "bob", node)).isEqualTo(1);
      rm.rm.killApp(apps.get(0).getApplicationId());
      rm.rm.waitForAppRemovedFromScheduler(apps.get(0).getApplicationId());
      apps.remove(0);
      assertThat(started(rm, "alice", node)).isPositive();
      rm.verify();
    }
  }
}
