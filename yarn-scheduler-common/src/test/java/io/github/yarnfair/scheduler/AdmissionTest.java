// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may run what where; and what the others are told. */
class AdmissionTest {
  private static SchedulerRm cluster;
  private static MockRM rm;
  private static MockNM node;

  @BeforeAll
  static void boot() throws Exception {
    cluster =
        new SchedulerRm(
            SchedulerConf.of(NaiveScheduler.class)
                .yarn("yarn.acl.enable", true)
                .yarn("yarn.admin.acl", "root")
                .queues("root", "open,research,closed,small,big")
                .queues("root.research", "dev,prod")
                .queues("root.big", "dev")
                .set("root.acl_submit_applications", " ")
                .set("root.acl_administer_queue", "boss")
                .set("root.open.acl_submit_applications", "*")
                .set("root.closed.acl_submit_applications", "*")
                .set("root.closed.state", "STOPPED")
                .set("root.small.acl_submit_applications", "*")
                .set("root.small.maximum-applications", 1)
                .set("root.research.acl_submit_applications", "rita")
                .set("root.research.prod.acl_administer_queue", "paul")
                .set("root.big.acl_submit_applications", "*"));
    rm = cluster.rm;
    node = cluster.node("n1", resource(8192, 8));
  }

  @AfterEach
  void audit() {
    cluster.verify();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void anUnknownQueueIsNamed() throws Exception {
    assertThat(cluster.refusal("nowhere")).contains("there is no queue nowhere");
    assertThat(cluster.refusal("root.open.deeper")).contains("there is no queue root.open.deeper");
  }

  @Test
  void aParentQueueIsRefusedWithItsLeaves() throws Exception {
    RMApp app = refusedAs("boss", "research");
    assertThat(app.getDiagnostics().toString())
        .contains("root.research has queues below it")
        .contains("root.research.dev")
        .contains("root.research.prod");
  }

  @Test
  void anAmbiguousShortNameIsRefusedWithAllPaths() throws Exception {
    assertThat(cluster.refusal("dev")).contains("root.research.dev").contains("root.big.dev");
  }

  @Test
  void aStoppedQueueIsRefused() throws Exception {
    assertThat(cluster.refusal("closed")).contains("root.closed").contains("STOPPED");
  }

  @Test
  void aFullQueueIsRefusedUntilAnApplicationEnds() throws Exception {
    RMApp first = cluster.submit("small");
    assertThat(cluster.refusal("small")).contains("root.small").contains("1 applications");
    rm.killApp(first.getApplicationId());
    rm.waitForState(first.getApplicationId(), RMAppState.KILLED);
    rm.waitForAppRemovedFromScheduler(first.getApplicationId());
    RMApp second = cluster.submit("small");
    rm.waitForState(second.getApplicationId(), RMAppState.ACCEPTED);
    rm.killApp(second.getApplicationId());
    rm.waitForAppRemovedFromScheduler(second.getApplicationId());
    QueueMetrics metrics = QueueMetrics.getQueueMetrics().get("root.small");
    assertThat(metrics.getAppsPending()).isZero();
    assertThat(metrics.getAppsRunning()).isZero();
  }

  @Test
  void theQueueOfAnApplicationIsTheFullPath() throws Exception {
    RMApp app = cluster.submit("open");
    assertThat(app.getQueue()).isEqualTo("root.open");
    MockAM master = cluster.launch(app, node);
    assertThat(cluster.scheduler().getAppsInQueue("open"))
        .contains(master.getApplicationAttemptId());
    assertThat(cluster.scheduler().getAppsInQueue("root"))
        .contains(master.getApplicationAttemptId());
    assertThat(cluster.scheduler().getAppsInQueue("research")).isEmpty();
    assertThat(cluster.scheduler().getAppsInQueue("nowhere")).isNull();
    MockRM.finishAMAndVerifyAppState(app, rm, node, master);
  }

  @Test
  void submissionWithoutPermissionIsRefusedByName() {
    assertThatThrownBy(() -> cluster.submitAs("eve", "root.research.dev"))
        .hasStackTraceContaining("User eve")
        .hasStackTraceContaining("root.research.dev")
        .hasStackTraceContaining("does not have permission");
  }

  @Test
  void permissionIsInheritedFromAParentAndComesWithAdministration() throws Exception {
    for (String user : new String[] {"rita", "boss"}) {
      kill(cluster.submitAs(user, "root.research.dev"));
    }
    kill(cluster.submitAs("paul", "root.research.prod"));
    assertThatThrownBy(() -> cluster.submitAs("paul", "root.research.dev"))
        .hasStackTraceContaining("does not have permission");
  }

  @Test
  void accessIsAskedByShortAndFullName() {
    UserGroupInformation rita = user("rita");
    assertThat(access(rita, QueueACL.SUBMIT_APPLICATIONS, "root.research.prod")).isTrue();
    assertThat(access(rita, QueueACL.SUBMIT_APPLICATIONS, "prod")).isTrue();
    assertThat(access(rita, QueueACL.ADMINISTER_QUEUE, "prod")).isFalse();
    assertThat(access(user("paul"), QueueACL.ADMINISTER_QUEUE, "prod")).isTrue();
    assertThat(access(user("boss"), QueueACL.ADMINISTER_QUEUE, "open")).isTrue();
    assertThat(access(user("boss"), QueueACL.ADMINISTER_QUEUE, "nowhere")).isFalse();
  }

  @Test
  void queuesAreReportedByShortAndFullName() throws Exception {
    QueueInfo full = cluster.scheduler().getQueueInfo("root.research", true, true);
    assertThat(full.getQueuePath()).isEqualTo("root.research");
    assertThat(full.getChildQueues())
        .extracting(QueueInfo::getQueuePath)
        .containsExactly("root.research.dev", "root.research.prod");
    assertThat(cluster.scheduler().getQueueInfo("prod", false, false).getQueuePath())
        .isEqualTo("root.research.prod");
    assertThat(cluster.scheduler().getQueueInfo("closed", false, false).getQueueState())
        .isEqualTo(QueueState.STOPPED);
    assertThatThrownBy(() -> cluster.scheduler().getQueueInfo("nowhere", false, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> cluster.scheduler().getQueueInfo("dev", false, false))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aclInfoListsTheRightsOfTheCaller() throws Exception {
    var infos =
        user("rita")
            .doAs(
                (java.security.PrivilegedExceptionAction<
                        java.util.List<org.apache.hadoop.yarn.api.records.QueueUserACLInfo>>)
                    () -> cluster.scheduler().getQueueUserAclInfo());
    assertThat(infos)
        .filteredOn(info -> info.getQueueName().equals("root.research.dev"))
        .singleElement()
        .satisfies(
            info -> assertThat(info.getUserAcls()).containsExactly(QueueACL.SUBMIT_APPLICATIONS));
    assertThat(infos)
        .filteredOn(info -> info.getQueueName().equals("root"))
        .singleElement()
        .satisfies(info -> assertThat(info.getUserAcls()).isEmpty());
  }

  private static boolean access(UserGroupInformation user, QueueACL acl, String queue) {
    return cluster.scheduler().checkAccess(user, acl, queue);
  }

  private static UserGroupInformation user(String name) {
    return UserGroupInformation.createUserForTesting(name, new String[] {name + "s"});
  }

  private static RMApp refusedAs(String user, String queue) throws Exception {
    RMApp app =
        user(user)
            .doAs(
                (java.security.PrivilegedExceptionAction<RMApp>)
                    () ->
                        org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter.submit(
                            rm,
                            SchedulerRm.application(rm, queue)
                                .withUser(user)
                                .withWaitForAppAcceptedState(false)
                                .build()));
    rm.waitForState(app.getApplicationId(), RMAppState.FAILED);
    return app;
  }

  private static void kill(RMApp app) throws Exception {
    rm.killApp(app.getApplicationId());
    rm.waitForAppRemovedFromScheduler(app.getApplicationId());
  }
}
