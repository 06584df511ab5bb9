// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.it.FairCluster.CPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.GPU;
import static io.github.yarnfair.it.FairCluster.GPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.MIC_QUEUE;
import static io.github.yarnfair.it.FairCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.minicluster.ClusterBuilder;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SignalContainerCommand;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What runs goes on under the ResourceManager that comes after, and is accounted for there. */
@Timeout(240)
class RestartTest {
  private static final String CPU = "vcores";
  private static final int CPU_TASKS = 3;

  /** Cores of the largest node. */
  private static final int LARGEST_NODE = 6;

  private static final int ALL_GPUS = 4;

  /** How many tasks an application with endless ones asks for at a time. */
  private static final int GPU_TASKS_PENDING = 40;

  private static final int MASTERS = 2;

  /** Hands the cluster over to another ResourceManager. */
  private interface HandOver {
    void run() throws Exception;
  }

  /** A new ResourceManager waits 4 s for the nodes to come back; YARN's default is 10 s. */
  private static ClusterBuilder describe(String name) {
    return FairCluster.describe(name)
        .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 4_000);
  }

  @Test
  void applicationsSurviveARestart() throws Exception {
    try (FairCluster cluster = FairCluster.start(describe("restart").recoverable())) {
      applicationsSurvive(cluster, cluster.yarn::restartResourceManager);
      cluster.assertThatNothingIsCounted();
    }
  }

  @Test
  void applicationsSurviveAFailOver() throws Exception {
    try (FairCluster cluster = FairCluster.start(describe("fail-over").standby())) {
      applicationsSurvive(cluster, cluster.yarn::failOver);
    }
  }

  @Test
  void applicationsSurviveTheSwitchToCapacitySchedulerAndBack() throws Exception {
    try (FairCluster cluster = FairCluster.start(describe("switch").recoverable())) {
      applicationsSurvive(
          cluster,
          () -> {
            cluster.yarn.restartUnder(CapacityScheduler.class);
            awaitTasks(cluster);
            cluster.yarn.restartUnder(HdrfScheduler.class);
          });
    }
  }

  private static void applicationsSurvive(FairCluster cluster, HandOver handOver) throws Exception {
    ApplicationId cpu = cluster.submitLasting(CPU_QUEUE, "memory-mb=512,vcores=1", CPU_TASKS);
    ApplicationId gpu =
        cluster.submitLasting(GPU_QUEUE, "memory-mb=256,yarn.io/gpu=1", Job.ENDLESS);
    awaitSteadyState(cluster);
    Set<ContainerId> containers = cluster.yarn.runningContainers();
    QueueSnapshot queues = cluster.scheduler().readings().snapshot();
    ResourceScheduler predecessor = cluster.scheduler();

    handOver.run();

    assertThat(cluster.scheduler()).isNotSameAs(predecessor);
    awaitSteadyState(cluster);
    assertThat(cluster.yarn.runningContainers()).isEqualTo(containers);
    assertThat(cluster.scheduler().readings().snapshot()).isEqualTo(queues);
    assertThat(cluster.scheduler().readings().audit()).isEmpty();
    // One that asks for nothing more may register again later than all its tasks are known.
    cluster.awaitState(cpu, YarnApplicationState.RUNNING);
    cluster.awaitState(gpu, YarnApplicationState.RUNNING);
    assertGoesOn(cluster.report(cpu), CPU_QUEUE);
    assertGoesOn(cluster.report(gpu), GPU_QUEUE);

    assertThatAnEndedTaskIsReplaced(cluster);
    ApplicationId later = cluster.submit(MIC_QUEUE, "memory-mb=256,mic=1", 4);
    cluster.awaitState(later, YarnApplicationState.FINISHED);
    assertThat(cluster.report(later).getFinalApplicationStatus())
        .isEqualTo(FinalApplicationStatus.SUCCEEDED);
    cluster.clear();
  }

  /**
   * Waits until all that fits runs, the scheduler knows of nothing else, and it has heard all asks.
   * A young ResourceManager shows the configured maximum allocation in place of its largest node's,
   * until its nodes have had time to come back ({@code ClusterNodeTracker}).
   */
  private static void awaitSteadyState(FairCluster cluster) {
    awaitTasks(cluster);
    await(
        "the queues to show all that is held and asked for",
        () -> {
          QueueSnapshot root = cluster.scheduler().readings().snapshot();
          Resource used = root.share().used();
          Resource pending = root.share().pending();
          return root.maximumAllocation().getVirtualCores() == LARGEST_NODE
              && used.getResourceValue(CPU) == CPU_TASKS
              && used.getResourceValue(GPU) == ALL_GPUS
              && pending.getResourceValue(CPU) == 0
              && pending.getResourceValue(GPU) == GPU_TASKS_PENDING;
        });
  }

  private static void awaitTasks(FairCluster cluster) {
    await(
        "all tasks to run, and the scheduler to know of the same",
        () -> {
          Set<ContainerId> running = cluster.yarn.runningContainers();
          return running.size() == MASTERS + CPU_TASKS + ALL_GPUS
              && running.equals(idsOfRunning(cluster));
        });
  }

  private static void assertGoesOn(ApplicationReport report, String queue) {
    assertThat(report.getCurrentApplicationAttemptId().getAttemptId()).isEqualTo(1);
    assertThat(report.getQueue()).isEqualTo(queue);
  }

  /** The application, too, has found the ResourceManager again. */
  private static void assertThatAnEndedTaskIsReplaced(FairCluster cluster) throws Exception {
    Set<ContainerId> expected = cluster.yarn.runningContainers();
    ContainerId victim =
        containers(cluster).stream()
            .filter(container -> container.getAllocatedResource().getResourceValue(GPU) > 0)
            .map(RMContainer::getContainerId)
            .findFirst()
            .orElseThrow();
    expected.remove(victim);

    cluster.client.signalToContainer(victim, SignalContainerCommand.FORCEFUL_SHUTDOWN);

    await("the task to end", () -> !cluster.yarn.runningContainers().contains(victim));
    awaitSteadyState(cluster);
    assertThat(cluster.yarn.runningContainers()).containsAll(expected).doesNotContain(victim);
    assertThat(cluster.scheduler().readings().audit()).isEmpty();
  }

  private static Set<ContainerId> idsOfRunning(FairCluster cluster) {
    Set<ContainerId> ids = new HashSet<>();
    for (RMContainer container : containers(cluster)) {
      if (container.getState() == RMContainerState.RUNNING) {
        ids.add(container.getContainerId());
      }
    }
    return ids;
  }

  private static List<RMContainer> containers(FairCluster cluster) {
    return cluster.yarn.nodes().stream()
        .flatMap(node -> cluster.containers(node).stream())
        .toList();
  }
}
