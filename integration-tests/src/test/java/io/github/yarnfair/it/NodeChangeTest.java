// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.it.FairCluster.BATCH_QUEUE;
import static io.github.yarnfair.it.FairCluster.CPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.GPU;
import static io.github.yarnfair.it.FairCluster.GPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.MIC;
import static io.github.yarnfair.it.FairCluster.MIC_QUEUE;
import static io.github.yarnfair.it.FairCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.minicluster.ClusterNode;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.NodeShape;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Nodes that are lost, stopped and resized under running applications, and a request that none of
 * them can hold. Which rule chooses does not matter: the random events of {@code SchedulerContract}
 * change nodes under every rule.
 */
@Timeout(180)
class NodeChangeTest {
  private static final String ONE_CPU = "memory-mb=256,vcores=1";
  private static final String ONE_GPU = "memory-mb=256,yarn.io/gpu=1";
  private static final String ONE_MIC = "memory-mb=256,mic=1";
  private static final int ALL_GPUS = 6;
  private static final int ALL_MICS = 3;
  private static final int ALL_NODES = 5;

  private static FairCluster cluster;

  @BeforeAll
  static void start() {
    // After this time, 10 s by default, YARN refuses requests for a resource type that no node has.
    cluster =
        FairCluster.start(
            FairCluster.describeFiveNodes("node-changes")
                .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 600_000));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @AfterEach
  void everythingIsReturned() throws Exception {
    cluster.clear();
    cluster.assertThatNothingIsCounted();
  }

  @Test
  void aLostNodeIsUsedAgainWhenItReturns() throws Exception {
    cluster.submit(GPU_QUEUE, ONE_GPU, Job.ENDLESS);
    await("all GPUs to be in use", () -> cluster.used(GPU) == ALL_GPUS);
    ClusterNode gpu = cluster.yarn.node("gpu");
    Set<ContainerId> before = containersOn(gpu);

    cluster.yarn.expireNode("gpu");

    cluster.yarn.awaitNodes(ALL_NODES, Duration.ofSeconds(30));
    await(
        "all GPUs to be in use by containers that were not there before",
        () -> {
          Set<ContainerId> now = containersOn(gpu);
          now.removeAll(before);
          return now.size() >= gpu.shape().units(GPU) && cluster.used(GPU) == ALL_GPUS;
        });
    assertThat(cluster.scheduler().readings().audit()).isEmpty();
  }

  @Test
  void tasksOfAStoppedNodeRunWhereThereAreDevicesLater() throws Exception {
    ApplicationId job = cluster.submit(MIC_QUEUE, ONE_MIC, 9);
    // A master that starts a container on a node which has stopped waits for it for minutes.
    await(
        "containers to run with all MICs",
        () ->
            cluster.used(MIC) == ALL_MICS
                && cluster.containers(cluster.yarn.node("mic")).stream()
                    .allMatch(container -> container.getState() == RMContainerState.RUNNING));

    cluster.yarn.stopNode("mic");
    await("no MIC to be in use", () -> cluster.used(MIC) == 0);
    assertThat(cluster.scheduler().getClusterResource().getResourceValue(MIC)).isZero();
    assertThat(cluster.scheduler().readings().audit()).isEmpty();

    cluster.yarn.restartNode("mic");
    cluster.awaitState(job, YarnApplicationState.FINISHED);
    assertThat(cluster.report(job).getFinalApplicationStatus())
        .isEqualTo(FinalApplicationStatus.SUCCEEDED);
  }

  @Test
  void resourcesOfANodeAreChangedLive() throws Exception {
    ClusterNode gpu = cluster.yarn.node("gpu");
    cluster.submit(GPU_QUEUE, ONE_GPU, Job.ENDLESS);
    await("all GPUs to be in use", () -> cluster.used(GPU) == ALL_GPUS);

    cluster.resize(gpu, NodeShape.of("gpu", 8192, 4).with(GPU, 1));
    await("one GPU of the node to be left in use", () -> cluster.used(gpu, GPU) == 1);
    assertThat(cluster.scheduler().getClusterResource().getResourceValue(GPU)).isEqualTo(3);
    await("the other node's to be in use as well", () -> cluster.used(GPU) == 3);

    cluster.resize(gpu, NodeShape.of("gpu", 8192, 4).with(GPU, 5));
    await("the GPUs that were added to be in use", () -> cluster.used(gpu, GPU) == 5);

    cluster.resize(gpu, gpu.shape());
    await("no more GPUs to be in use than before", () -> cluster.used(GPU) == ALL_GPUS);
    assertThat(cluster.scheduler().readings().audit()).isEmpty();
  }

  @Test
  void aRequestThatNoNodeCanHoldIsReportedAndBlocksNothing() throws Exception {
    // Memory and MICs each exist, but not on one node.
    ApplicationId impossible =
        cluster.submit(MIC_QUEUE, "memory-mb=8192,vcores=1,mic=3", Job.ENDLESS);
    ApplicationId withoutNode =
        cluster.submit(CPU_QUEUE, "memory-mb=256,vcores=1,fpga=1", Job.ENDLESS);
    await(
        "the diagnostics to name the type that no node has",
        () ->
            cluster
                .report(withoutNode)
                .getDiagnostics()
                .contains("no node can hold a container of <memory:256, vCores:1, fpga: 1>"));
    await(
        "the diagnostics to name the request",
        () -> cluster.report(impossible).getDiagnostics().contains("no node can hold"));
    assertThat(cluster.report(impossible).getDiagnostics()).contains("8192").contains("mic");

    ApplicationId sameQueue = cluster.submit(MIC_QUEUE, ONE_MIC, 4);
    ApplicationId otherQueue = cluster.submit(BATCH_QUEUE, ONE_CPU, 4);
    cluster.awaitState(sameQueue, YarnApplicationState.FINISHED);
    cluster.awaitState(otherQueue, YarnApplicationState.FINISHED);
    assertThat(cluster.report(impossible).getYarnApplicationState())
        .isEqualTo(YarnApplicationState.RUNNING);
  }

  private static Set<ContainerId> containersOn(ClusterNode node) {
    return cluster.containers(node).stream()
        .map(RMContainer::getContainerId)
        .collect(Collectors.toCollection(HashSet::new));
  }
}
