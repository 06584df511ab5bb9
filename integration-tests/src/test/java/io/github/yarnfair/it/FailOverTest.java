// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.minicluster.HeterogeneousCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.minicluster.ClientHost;
import io.github.yarnfair.minicluster.ClientProcess;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.minicluster.ProcessCluster;
import io.github.yarnfair.minicluster.TaskDemand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.LeveldbRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.ZKRMStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * ResourceManagers, NodeManagers and masters in processes of their own, killed while they work: no
 * container is lost, none runs twice.
 */
@Timeout(900)
class FailOverTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<NodeShape> NODES =
      List.of(
          NodeShape.of("n1", 2048, 8), NodeShape.of("n2", 2048, 8), NodeShape.of("n3", 2048, 8));

  private static Map<String, String> queues() {
    String prefix = "yarn.scheduler.capacity.root.";
    return Map.of(
        prefix + "queues",
        "prod,users",
        prefix + "prod.capacity",
        "3w",
        prefix + "users.capacity",
        "1w",
        prefix + "users.auto-queue-creation-v2.enabled",
        "true",
        "yarn.scheduler.capacity.maximum-am-resource-percent",
        "0.5");
  }

  private static Map<String, String> settings(Class<?> store) {
    return new HashMap<>(
        Map.of(
            YarnConfiguration.RM_SCHEDULER,
            HdrfScheduler.class.getName(),
            YarnConfiguration.RM_STORE,
            store.getName()));
  }

  private static Job job(String queue, int tasks) {
    return job(queue, tasks, 128);
  }

  private static Job job(String queue, int tasks, int megabytes) {
    Duration forLong = Duration.ofHours(1);
    TaskDemand demand = TaskDemand.parse("memory-mb=" + megabytes + ",vcores=1");
    return new Job(queue, demand, forLong, forLong, tasks, 1);
  }

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

  /** LevelDB is of one machine: the same ResourceManager starts again. */
  @Test
  void nothingIsLostWhenAResourceManagerStartsAgainFromLevelDb() throws Exception {
    Map<String, String> settings = settings(LeveldbRMStateStore.class);
    Path directory = Path.of("target", "leveldb-restart");
    settings.put(
        YarnConfiguration.RM_LEVELDB_STORE_PATH,
        directory.resolve("leveldb").toAbsolutePath().toString());
    try (ProcessCluster cluster =
            ProcessCluster.start(directory, 1, settings, queues(), NODES.subList(0, 2));
        YarnClient client = cluster.newClient()) {
      JobSubmission jobs = new JobSubmission(cluster.confDirectory(), client);
      restartAmidTwoJobs(cluster, client, jobs, 128);
      jobs.submit(job("root.users.bob", 1), null);
      awaitConsistent(cluster, client, 3 + 8);
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

  /**
   * Returns the nine containers that ran before and run afterwards.
   *
   * @param megabytes of each of the seven tasks
   */
  private static Set<ContainerId> restartAmidTwoJobs(
      ProcessCluster cluster, YarnClient client, JobSubmission jobs, int megabytes)
      throws Exception {
    jobs.submit(job("root.prod", 4, megabytes), null);
    jobs.submit(job("root.users.bob", 3, megabytes), null);
    Set<ContainerId> before = awaitConsistent(cluster, client, 2 + 7);
    cluster.kill("rm");
    cluster.restart("rm");
    assertThat(awaitConsistent(cluster, client, 2 + 7)).isEqualTo(before);
    return before;
  }

  /** What a lost node still runs is killed when it returns: its tasks are started once more. */
  @Test
  void nothingRunsTwiceWhenANodeStaysAwayBeyondItsExpiry() throws Exception {
    Map<String, String> settings = settings(FileSystemRMStateStore.class);
    settings.put(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "5000");
    Path directory = Path.of("target", "file-system-restart");
    settings.put(
        YarnConfiguration.FS_RM_STATE_STORE_URI,
        directory.resolve("state").toAbsolutePath().toUri().toString());
    try (ProcessCluster cluster =
            ProcessCluster.start(directory, 1, settings, queues(), NODES.subList(0, 2));
        YarnClient client = cluster.newClient()) {
      JobSubmission jobs = new JobSubmission(cluster.confDirectory(), client);
      // One node is too small for all of them.
      Set<ContainerId> before = restartAmidTwoJobs(cluster, client, jobs, 384);

      cluster.pause("n2");
      await("n2 to be lost", PATIENCE, () -> metric(cluster, "lostNodes", 1));
      cluster.resume("n2");
      await("n2 to return", PATIENCE, () -> metric(cluster, "activeNodes", 2));
      assertThat(awaitConsistent(cluster, client, 2 + 7)).isNotEqualTo(before);
    }
  }

  private static boolean metric(ProcessCluster cluster, String name, int value) {
    String metrics = cluster.ask("/ws/v1/cluster/metrics");
    return metrics != null && metrics.contains("\"%s\":%d,".formatted(name, value));
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

  /**
   * Waits until that many containers run on the machine and the ResourceManager knows of just the
   * same, and counts what they have; returns them.
   */
  private static Set<ContainerId> awaitConsistent(
      ProcessCluster cluster, YarnClient client, int containers) {
    Set<ContainerId> running = new TreeSet<>();
    await(
        containers + " containers that run, as the ResourceManager knows them",
        PATIENCE,
        () -> {
          running.clear();
          running.addAll(cluster.runningContainers());
          return running.size() == containers
              && metric(cluster, "containersAllocated", containers)
              && metric(cluster, "containersReserved", 0)
              && running.equals(known(client));
        });
    return running;
  }

  private static Set<ContainerId> known(YarnClient client) {
    Set<ContainerId> known = new TreeSet<>();
    try {
      for (ApplicationReport app : client.getApplications()) {
        for (ContainerReport container :
            client.getContainers(app.getCurrentApplicationAttemptId())) {
          known.add(container.getContainerId());
        }
      }
    } catch (Exception e) {
      return Set.of(); // The ResourceManager changes just now.
    }
    return known;
  }
}
