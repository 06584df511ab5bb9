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

import static io.github.yarnfair.it.FairCluster.BATCH_QUEUE;
import static io.github.yarnfair.it.FairCluster.CPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.GPU;
import static io.github.yarnfair.it.FairCluster.GPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.MIC;
import static io.github.yarnfair.it.FairCluster.MIC_QUEUE;
import static io.github.yarnfair.it.FairCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.demo.Job;
import io.github.yarnfair.dff.DffScheduler;
import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.mch.MchScheduler;
import io.github.yarnfair.minicluster.ClusterNode;
import io.github.yarnfair.minicluster.NodeShape;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Real applications on nodes of three kinds and several sizes, under each of the schedulers. */
@Timeout(180)
@ParameterizedClass
@ValueSource(classes = {HdrfScheduler.class, DffScheduler.class, MchScheduler.class})
class HeterogeneousClusterTest {
  private static final String ONE_CPU = "memory-mb=256,vcores=1";
  private static final String ONE_GPU = "memory-mb=256,yarn.io/gpu=1";
  private static final String ONE_MIC = "memory-mb=256,mic=1";
  private static final int ALL_CPUS = 17;
  private static final int ALL_GPUS = 6;
  private static final int ALL_MICS = 3;
  private static final int ALL_NODES = 5;

  private static FairCluster cluster;

  @Parameter Class<? extends ResourceScheduler> schedulerClass;

  @BeforeParameterizedClassInvocation
  static void start(Class<? extends ResourceScheduler> schedulerClass) {
    cluster =
        FairCluster.start(
            FairCluster.describe("heterogeneous")
                .scheduler(schedulerClass.getName())
                .resourceTypes("fpga")
                .node(NodeShape.of("small-plain", 2048, 2))
                .node(NodeShape.of("small-gpu", 4096, 1).with(GPU, 2)));
  }

  @AfterParameterizedClassInvocation
  static void stop() throws Exception {
    cluster.close();
  }

  @AfterEach
  void everythingIsReturned() throws Exception {
    cluster.clear();
    cluster.assertThatNothingIsCounted();
  }

  @Test
  void theWebPageAndTheRestServiceShowTheQueues() throws Exception {
    assertThat(cluster.scheduler()).isExactlyInstanceOf(schedulerClass);
    for (String address : List.of("/cluster/scheduler", "/ws/v1/cluster/scheduler")) {
      URI uri = URI.create(cluster.yarn.webAddress() + address);
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(address).isEqualTo(200);
      assertThat(response.body()).as(address).contains(MIC_QUEUE);
    }
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

    cluster.yarn.awaitNodes(ALL_NODES, Duration.ofSeconds(30));
    await(
        "all GPUs to be in use by containers that were not there before",
        () -> {
          Set<ContainerId> now = containersOn(gpu);
          now.removeAll(before);
          return now.size() >= gpu.shape().units(GPU) && cluster.used(GPU) == ALL_GPUS;
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
  void resourcesOfANodeAreChangedLive() throws Exception {
    ClusterNode gpu = cluster.yarn.node("gpu");
    cluster.submit(GPU_QUEUE, ONE_GPU, Job.ENDLESS);
    await("all GPUs to be in use", () -> cluster.used(GPU) == ALL_GPUS);

    cluster.resize(gpu, NodeShape.of("gpu", 8192, 4).with(GPU, 1));
    await("one GPU of the node to be left in use", () -> used(gpu, GPU) == 1);
    assertThat(cluster.scheduler().getClusterResource().getResourceValue(GPU)).isEqualTo(3);
    await("the other node's to be in use as well", () -> cluster.used(GPU) == 3);

    cluster.resize(gpu, NodeShape.of("gpu", 8192, 4).with(GPU, 5));
    await("the GPUs that were added to be in use", () -> used(gpu, GPU) == 5);

    cluster.resize(gpu, gpu.shape());
    await("no more GPUs to be in use than before", () -> cluster.used(GPU) == ALL_GPUS);
    assertThat(cluster.scheduler().audit()).isEmpty();
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
