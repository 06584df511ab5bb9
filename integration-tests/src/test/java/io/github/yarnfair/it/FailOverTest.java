// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.minicluster.HeterogeneousCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.minicluster.ClientHost;
import io.github.yarnfair.minicluster.ClientProcess;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.ProcessCluster;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.ZKRMStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two ResourceManagers, NodeManagers and masters in processes of their own, killed while they work:
 * no container is lost, none runs twice.
 */
@Timeout(900)
class FailOverTest extends KilledProcesses {

  @Test
  void nothingIsLostOrDoubledWhenTheActiveResourceManagerIsKilled() throws Exception {
    Map<String, String> settings = settings(ZKRMStateStore.class);
    settings.put(
        YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
        YarnConfiguration.ZK_CONFIGURATION_STORE);
    settings.put(YarnConfiguration.YARN_ADMIN_ACL, "*");
    try (ProcessCluster cluster =
            ProcessCluster.start(Path.of("target", "fail-over"), 2, settings, queues(), NODES);
        YarnClient client = cluster.newClient()) {
      JobSubmission jobs = new JobSubmission(cluster.confDirectory(), client);
      addQueue(cluster, "root.late");
      ApplicationId first = jobs.submit(job("root.prod", 4), null);
      ApplicationId kept = jobs.submitKeepingTasks(job("root.users.alice", 3));
      Set<ContainerId> before = awaitConsistent(cluster, client, 2 + 7);
      String killed = cluster.awaitActive();

      CompletableFuture<ApplicationId> late = submitAside(jobs, job("root.late", 3));
      cluster.pause("n3");
      cluster.kill(killed);
      assertThat(cluster.awaitActive()).isNotEqualTo(killed);
      cluster.resume("n3");

      late.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      Set<ContainerId> after = awaitConsistent(cluster, client, 3 + 10);
      assertThat(after).containsAll(before);
      assertThat(client.getApplicationReport(first).getCurrentApplicationAttemptId().getAttemptId())
          .isEqualTo(1);
      assertThat(client.getQueueInfo("root.users.alice").getQueuePath())
          .as("a queue that was created")
          .isEqualTo("root.users.alice");
      assertThat(client.getQueueInfo("root.late").getQueuePath())
          .as("a queue that was added over REST")
          .isEqualTo("root.late");

      masterDies(cluster, client, kept);
      Set<ContainerId> withNewMaster = awaitConsistent(cluster, client, 3 + 10);
      assertThat(withNewMaster).containsAll(tasks(after));

      cluster.restart(killed);
      String second = cluster.awaitActive();
      await(killed + " to stand by", PATIENCE, () -> cluster.isIn(killed, "STANDBY"));
      assertServiceStates(cluster, Map.of(second, "active", killed, "standby"));
      cluster.kill(second);
      assertThat(cluster.awaitActive()).isEqualTo(killed);
      assertThat(awaitConsistent(cluster, client, 3 + 10)).isEqualTo(withNewMaster);
      jobs.submit(job("root.prod", 1), null);
      awaitConsistent(cluster, client, 4 + 11);
    }
  }

  /** As {@code yarn rmadmin} prints them. */
  private static void assertServiceStates(ProcessCluster cluster, Map<String, String> expected)
      throws Exception {
    Path directory = Path.of("target", "fail-over", "commands");
    try (ClientHost admin = new ClientHost(cluster.confDirectory(), directory)) {
      for (Map.Entry<String, String> state : expected.entrySet()) {
        ClientProcess command = admin.start(RMAdminCLI.class, "-getServiceState", state.getKey());
        assertThat(command.awaitExit(PATIENCE)).as(command.errors()).isZero();
        assertThat(command.output().strip()).isEqualTo(state.getValue());
      }
    }
  }

  private static void addQueue(ProcessCluster cluster, String queue) {
    cluster.awaitActive();
    String answer =
        cluster.put(
            "/ws/v1/cluster/scheduler-conf?user.name=admin",
            """
            {"add-queue": {"queue-name": "%s", "params":
              {"entry": [{"key": "capacity", "value": "1w"}]}}}
            """
                .formatted(queue));
    assertThat(answer).contains("successfully applied");
  }

  private static CompletableFuture<ApplicationId> submitAside(JobSubmission jobs, Job job) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return jobs.submit(job, null);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void masterDies(ProcessCluster cluster, YarnClient client, ApplicationId app)
      throws Exception {
    ApplicationReport before = client.getApplicationReport(app);
    cluster.kill(
        ContainerId.newContainerId(
            before.getCurrentApplicationAttemptId(), masterNumber(client, app)));
    await(
        "a second attempt",
        PATIENCE,
        () -> {
          ApplicationReport now = report(client, app);
          return now != null
              && now.getYarnApplicationState() == YarnApplicationState.RUNNING
              && now.getCurrentApplicationAttemptId().getAttemptId() == 2;
        });
  }

  private static long masterNumber(YarnClient client, ApplicationId app) throws Exception {
    return client
        .getApplicationAttemptReport(
            client.getApplicationReport(app).getCurrentApplicationAttemptId())
        .getAMContainerId()
        .getContainerId();
  }

  private static ApplicationReport report(YarnClient client, ApplicationId app) {
    try {
      return client.getApplicationReport(app);
    } catch (Exception e) {
      return null; // The ResourceManager changes just now.
    }
  }

  private static Set<ContainerId> tasks(Set<ContainerId> containers) {
    Set<ContainerId> tasks = new TreeSet<>(containers);
    tasks.removeIf(id -> id.getContainerId() % (1L << 40) == 1);
    return tasks;
  }
}
