// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** acl_application_max_priority: who may ask for which priority, and who gets which by default. */
class PriorityAclTest {
  private static final SchedulerConf CONF =
      SchedulerConf.of(NaiveScheduler.class)
          .yarn(YarnConfiguration.YARN_ACL_ENABLE, true)
          .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 10)
          .queues("root", "a,open")
          .set("root.open.default-application-priority", 3)
          .set("root.a.default-application-priority", 1)
          .set(
              "root.a.acl_application_max_priority",
              "[user=alice max_priority=7 default_priority=4] [group=staff max_priority=2]"
                  + " [user=zoe max_priority=20 default_priority=20]");
  private static SchedulerRm cluster;

  @BeforeAll
  static void boot() throws Exception {
    cluster = new SchedulerRm(CONF);
    cluster.node("n1", resource(8192, 8));
  }

  @AfterAll
  static void stop() {
    try (SchedulerRm closing = cluster) {
      closing.verify();
    }
  }

  private static int priority(SchedulerRm rm, String user, @Nullable Integer wanted, String queue)
      throws YarnException {
    return rm.scheduler()
        .checkAndGetApplicationPriority(
            wanted == null ? null : Priority.newInstance(wanted),
            user(user),
            queue,
            ApplicationId.newInstance(1, 99))
        .getPriority();
  }

  private static int priority(String user, @Nullable Integer wanted, String queue)
      throws YarnException {
    return priority(cluster, user, wanted, queue);
  }

  private static UserGroupInformation user(String name) {
    return UserGroupInformation.createUserForTesting(
        name, name.equals("bob") ? new String[] {"staff"} : new String[] {"others"});
  }

  private static RMApp submit(@Nullable Integer wanted) throws Exception {
    Priority priority = wanted == null ? null : Priority.newInstance(wanted);
    return MockRMAppSubmitter.submit(
        cluster.rm, SchedulerRm.application(cluster.rm, "a").withAppPriority(priority).build());
  }

  @Test
  void grantedPriorityIsAllowed() throws Exception {
    assertThat(priority("alice", 7, "root.a")).isEqualTo(7);
    assertThat(priority("bob", 2, "root.a")).as("by his group").isEqualTo(2);
    assertThat(priority("eve", 9, "root.open")).as("no list, no limit").isEqualTo(9);
    assertThat(priority("eve", 99, "root.open")).as("at most the cluster's").isEqualTo(10);
    assertThat(submit(7).getApplicationPriority().getPriority()).isEqualTo(7);
  }

  @Test
  void priorityThatIsNotGrantedIsRefused() {
    assertRefused("alice", 8);
    assertRefused("bob", 3);
    assertRefused("eve", 0);
    assertThatThrownBy(() -> submit(8))
        .hasStackTraceContaining("User alice does not have permission for priority 8");
  }

  private static void assertRefused(String user, int wanted) {
    assertThatThrownBy(() -> priority(user, wanted, "root.a"))
        .isInstanceOf(YarnException.class)
        .hasMessageContaining("User " + user + " does not have permission")
        .hasMessageContaining("priority " + wanted)
        .hasMessageContaining("root.a");
  }

  @Test
  void submissionWithoutAPriorityGetsTheUsersDefault() throws Exception {
    assertThat(priority("alice", null, "a")).isEqualTo(4);
    assertThat(priority("bob", null, "a")).as("his group's").isZero();
    assertThat(priority("zoe", null, "a")).as("at most the cluster's").isEqualTo(10);
    assertThat(priority("eve", null, "open")).as("the queue's").isEqualTo(3);
    assertThat(submit(null).getApplicationPriority().getPriority()).isEqualTo(4);
  }

  @Test
  void aPriorityChangedLiveIsCheckedToo() throws Exception {
    RMApp app = submit(5);
    assertThatThrownBy(() -> cluster.updatePriority(app.getApplicationId(), 8, user("alice")))
        .isInstanceOf(YarnException.class)
        .hasMessageContaining("priority 8");
    assertThat(app.getApplicationSubmissionContext().getPriority().getPriority()).isEqualTo(5);
    cluster.verify();
    assertThat(cluster.updatePriority(app.getApplicationId(), 6, user("alice"))).isEqualTo(6);
    cluster.verify();
  }

  @Test
  void withoutAccessControlNoPriorityIsRefused() throws Exception {
    try (SchedulerRm open =
        new SchedulerRm(CONF.copy().yarn(YarnConfiguration.YARN_ACL_ENABLE, false))) {
      assertThat(priority(open, "eve", 9, "root.a")).isEqualTo(9);
      assertThat(priority(open, "alice", null, "root.a")).as("the queue's").isEqualTo(1);
      open.verify();
    }
  }
}
