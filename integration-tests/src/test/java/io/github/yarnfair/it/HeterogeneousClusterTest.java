// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.it.FairCluster.CPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.GPU;
import static io.github.yarnfair.it.FairCluster.GPU_QUEUE;
import static io.github.yarnfair.it.FairCluster.MIC;
import static io.github.yarnfair.it.FairCluster.MIC_QUEUE;
import static io.github.yarnfair.it.FairCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.dff.DffScheduler;
import io.github.yarnfair.drfh.DrfhScheduler;
import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.mch.MchScheduler;
import io.github.yarnfair.minicluster.ClusterNode;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.udrf.UdrfScheduler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
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
@ValueSource(
    classes = {
      HdrfScheduler.class,
      DffScheduler.class,
      MchScheduler.class,
      DrfhScheduler.class,
      UdrfScheduler.class
    })
class HeterogeneousClusterTest {
  private static final String ONE_CPU = "memory-mb=256,vcores=1";
  private static final String ONE_GPU = "memory-mb=256,yarn.io/gpu=1";
  private static final String ONE_MIC = "memory-mb=256,mic=1";
  private static final int ALL_CPUS = 17;
  private static final int ALL_GPUS = 6;
  private static final int ALL_MICS = 3;

  private static FairCluster cluster;

  @Parameter Class<? extends ResourceScheduler> schedulerClass;

  @BeforeParameterizedClassInvocation
  static void start(Class<? extends ResourceScheduler> schedulerClass) {
    cluster =
        FairCluster.start(
            FairCluster.describeFiveNodes("heterogeneous").scheduler(schedulerClass.getName()));
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
        assertThat(cluster.used(node, resource))
            .as("%s on %s", resource, node.shape().name())
            .isLessThanOrEqualTo(node.shape().units(resource));
      }
    }
    assertThat(cluster.scheduler().readings().audit()).isEmpty();
  }

  private boolean runs(ClusterNode node) {
    return cluster.containers(node).stream()
        .anyMatch(container -> container.getState() == RMContainerState.RUNNING);
  }
}
