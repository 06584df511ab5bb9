// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.TaskDemand;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a submitted application runs, and what a user reads whose is not taken. */
@Timeout(120)
class SubmissionTest {
  private static FairCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    String administrator = UserGroupInformation.getCurrentUser().getShortUserName();
    cluster =
        FairCluster.start(
            FairCluster.describe("submission")
                .set(YarnConfiguration.YARN_ACL_ENABLE, true)
                .set(YarnConfiguration.YARN_ADMIN_ACL, administrator)
                .queueKey("yarn.scheduler.capacity.root.acl_submit_applications", " ")
                .queueKey("yarn.scheduler.capacity.root.acl_administer_queue", " ")
                .queueKey("yarn.scheduler.capacity.root.first.acl_submit_applications", "alice")
                .queueKey("yarn.scheduler.capacity.root.first.gpu.state", "STOPPED")
                .queueKey(
                    "yarn.scheduler.capacity.root.second.mic.acl_submit_applications", "alice")
                .queueKey(
                    "yarn.scheduler.capacity.root.second.mic.maximum-am-resource-percent", "0")
                .queueKey(
                    "yarn.scheduler.capacity.root.second.auto-queue-creation-v2.enabled", "true")
                .queueKey(
                    "yarn.scheduler.capacity.root.second.auto-queue-creation-v2"
                        + ".template.acl_submit_applications",
                    "carol")
                .queueKey(
                    "yarn.scheduler.capacity.queue-mappings",
                    "u:alice:root.first.cpu,u:mallory:root.second.batch,u:%user:root.second.%user"));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @Test
  void aPermittedUserIsServed() throws Exception {
    ApplicationId id = submitAs("alice", "root.first.cpu");
    cluster.awaitState(id, YarnApplicationState.FINISHED);
    assertThat(cluster.report(id).getUser()).isEqualTo("alice");
  }

  @Test
  void submissionWithoutAQueueRunsInTheMappedQueue() throws Exception {
    ApplicationId id = submitAs("alice", YarnConfiguration.DEFAULT_QUEUE_NAME);
    cluster.awaitState(id, YarnApplicationState.FINISHED);
    assertThat(cluster.report(id).getQueue()).isEqualTo("root.first.cpu");
  }

  @Test
  void aUserWithoutPermissionWhereTheyAreMapped() {
    assertThatThrownBy(() -> submitAs("mallory", YarnConfiguration.DEFAULT_QUEUE_NAME))
        .rootCause()
        .hasMessageContaining("mallory")
        .hasMessageContaining("root.second.batch")
        .hasMessageContaining("permission");
  }

  @Test
  void mappedQueueThatDoesNotExistIsCreated() throws Exception {
    ApplicationId id = submitAs("carol", YarnConfiguration.DEFAULT_QUEUE_NAME);
    cluster.awaitState(id, YarnApplicationState.FINISHED);
    assertThat(cluster.report(id).getQueue()).isEqualTo("root.second.carol");
    QueueInfo created = cluster.client.getQueueInfo("root.second.carol");
    assertThat(created.getWeight()).isEqualTo(1f);
    assertThat(created.getCapacity()).as("of a queue with a weight").isZero();
    ApplicationId again = submitAs("carol", "root.second.carol");
    cluster.awaitState(again, YarnApplicationState.FINISHED);
  }

  @Test
  void aUserWithoutPermissionForAQueueThatWouldBeCreated() throws Exception {
    assertThatThrownBy(() -> submitAs("mallory", "root.second.mallory"))
        .rootCause()
        .hasMessageContaining("mallory")
        .hasMessageContaining("root.second.mallory")
        .hasMessageContaining("permission");
    assertThat(cluster.client.getQueueInfo("root.second.mallory")).isNull();
  }

  @Test
  void waitingMasterShowsDiagnosticsAndStartsWhenRoomFrees() throws Exception {
    ApplicationId first = submitAs("alice", "root.second.mic", Duration.ofHours(1));
    cluster.awaitState(first, YarnApplicationState.RUNNING);
    ApplicationId second = submitAs("alice", "root.second.mic");
    FairCluster.await(
        second + " to be told",
        () -> cluster.report(second).getDiagnostics().contains("not yet activated"));
    assertThat(cluster.report(second).getDiagnostics()).contains("Queue root.second.mic has");
    cluster.client.killApplication(first);
    cluster.awaitState(second, YarnApplicationState.FINISHED);
  }

  @Test
  void waitForRoomIsShownInDiagnosticsUntilTheEnd() throws Exception {
    ApplicationId large = submitAs("alice", "root.first.cpu", Duration.ofHours(1), 40);
    FairCluster.await(
        large + " to be told",
        () -> cluster.report(large).getDiagnostics().contains("can hold a container of"));
    assertThat(cluster.report(large).getDiagnostics()).startsWith("As of 2");
    cluster.client.killApplication(large);
    cluster.awaitState(large, YarnApplicationState.KILLED);
    assertThat(cluster.report(large).getDiagnostics()).doesNotContain("can hold");
  }

  @Test
  void aQueueThatDoesNotExist() {
    assertThatThrownBy(() -> submitAs("alice", "root.first.nowhere"))
        .rootCause()
        .hasMessageContaining("root.first.nowhere");
  }

  @Test
  void aQueueThatIsStopped() {
    assertThatThrownBy(() -> submitAs("alice", "root.first.gpu"))
        .rootCause()
        .hasMessageContaining("root.first.gpu")
        .hasMessageContaining("STOPPED");
  }

  @Test
  void aQueueWithQueuesBelowIt() {
    assertThatThrownBy(() -> submitAs("alice", "root.first"))
        .rootCause()
        .hasMessageContaining("root.first")
        .hasMessageContaining("root.first.cpu");
  }

  @Test
  void aUserWithoutPermission() {
    assertThatThrownBy(() -> submitAs("mallory", "root.first.cpu"))
        .rootCause()
        .hasMessageContaining("mallory")
        .hasMessageContaining("root.first.cpu")
        .hasMessageContaining("permission");
  }

  private static ApplicationId submitAs(String user, String queue) throws Exception {
    return submitAs(user, queue, Duration.ofMillis(100));
  }

  private static ApplicationId submitAs(String user, String queue, Duration task) throws Exception {
    return submitAs(user, queue, task, 1);
  }

  private static ApplicationId submitAs(String user, String queue, Duration task, long tasks)
      throws Exception {
    Job job = new Job(queue, TaskDemand.parse("memory-mb=256,vcores=1"), task, task, tasks, 0);
    PrivilegedExceptionAction<ApplicationId> submission =
        () -> {
          try (YarnClient client = cluster.yarn.newClient()) {
            return new JobSubmission(cluster.yarn.confDirectory(), client).submit(job, null);
          }
        };
    return UserGroupInformation.createRemoteUser(user).doAs(submission);
  }
}
