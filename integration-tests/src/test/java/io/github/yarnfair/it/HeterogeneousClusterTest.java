/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.it;

import static io.github.yarnfair.it.HdrfCluster.BATCH_QUEUE;
import static io.github.yarnfair.it.HdrfCluster.CPU_QUEUE;
import static io.github.yarnfair.it.HdrfCluster.GPU;
import static io.github.yarnfair.it.HdrfCluster.GPU_QUEUE;
import static io.github.yarnfair.it.HdrfCluster.MIC;
import static io.github.yarnfair.it.HdrfCluster.MIC_QUEUE;
import static io.github.yarnfair.it.HdrfCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.demo.Job;
import io.github.yarnfair.minicluster.ClusterNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real applications on nodes of three kinds. */
@Timeout(180)
class HeterogeneousClusterTest {
  private static final String ONE_CPU = "memory-mb=256,vcores=1";
  private static final String ONE_GPU = "memory-mb=256,yarn.io/gpu=1";
  private static final String ONE_MIC = "memory-mb=256,mic=1";
  private static final int ALL_CPUS = 14;
  private static final int ALL_GPUS = 4;
  private static final int ALL_MICS = 3;

  private static HdrfCluster cluster;

  @BeforeAll
  static void start() {
    cluster = HdrfCluster.start(HdrfCluster.describe("heterogeneous"));
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
  void applicationsOfAllKindsUseTheWholeClusterAtOnce() throws Exception {
    cluster.submit(CPU_QUEUE, ONE_CPU, Job.ENDLESS);
    cluster.submit(GPU_QUEUE, ONE_GPU, Job.ENDLESS);
    cluster.submit(MIC_QUEUE, ONE_MIC, Job.ENDLESS);

    await(
        "all CPUs, GPUs and MICs to be in use at once",
        () ->
            cluster.used("vcores") == ALL_CPUS
                && cluster.used(GPU) == ALL_GPUS
                && cluster.used(MIC) == ALL_MICS);
    await(
        "containers of each node to run", () -> cluster.yarn.nodes().stream().allMatch(this::runs));

    for (ClusterNode node : cluster.yarn.nodes()) {
      for (String resource : List.of("memory-mb", "vcores", GPU, MIC)) {
        assertThat(used(node, resource))
            .as("%s on %s", resource, node.shape().name())
            .isLessThanOrEqualTo(node.shape().units(resource));
      }
    }
    assertThat(cluster.scheduler().audit()).isEmpty();
  }

  @Test
  void aLostNodeIsUsedAgainWhenItReturns() throws Exception {
    cluster.submit(GPU_QUEUE, ONE_GPU, Job.ENDLESS);
    await("all GPUs to be in use", () -> cluster.used(GPU) == ALL_GPUS);
    ClusterNode gpu = cluster.yarn.node("gpu");
    Set<ContainerId> before = containersOn(gpu);

    cluster.yarn.expireNode("gpu");

    cluster.yarn.awaitNodes(3, Duration.ofSeconds(30));
    await(
        "all GPUs to be in use by containers that were not there before",
        () -> {
          Set<ContainerId> now = containersOn(gpu);
          now.removeAll(before);
          return now.size() >= ALL_GPUS && cluster.used(GPU) == ALL_GPUS;
        });
    assertThat(cluster.scheduler().audit()).isEmpty();
  }

  @Test
  void tasksOfAStoppedNodeRunWhereThereAreDevicesLater() throws Exception {
    ApplicationId job = cluster.submit(MIC_QUEUE, ONE_MIC, 9);
    await("all MICs to be in use", () -> cluster.used(MIC) == ALL_MICS);

    cluster.yarn.stopNode("mic");
    await("no MIC to be in use", () -> cluster.used(MIC) == 0);
    assertThat(cluster.scheduler().getClusterResource().getResourceValue(MIC)).isZero();
    assertThat(cluster.scheduler().audit()).isEmpty();

    cluster.yarn.restartNode("mic");
    cluster.awaitState(job, YarnApplicationState.FINISHED);
    assertThat(cluster.report(job).getFinalApplicationStatus())
        .isEqualTo(FinalApplicationStatus.SUCCEEDED);
  }

  @Test
  void aRequestThatNoNodeCanHoldIsReportedAndBlocksNothing() throws Exception {
    // Memory and MICs each exist, but not on one node.
    ApplicationId impossible =
        cluster.submit(MIC_QUEUE, "memory-mb=8192,vcores=1,mic=3", Job.ENDLESS);
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

  private boolean runs(ClusterNode node) {
    return cluster.containers(node).stream()
        .anyMatch(container -> container.getState() == RMContainerState.RUNNING);
  }

  private static long used(ClusterNode node, String resource) {
    return cluster.containers(node).stream()
        .mapToLong(container -> container.getAllocatedResource().getResourceValue(resource))
        .sum();
  }

  private static Set<ContainerId> containersOn(ClusterNode node) {
    return cluster.containers(node).stream()
        .map(RMContainer::getContainerId)
        .collect(Collectors.toCollection(HashSet::new));
  }
}
