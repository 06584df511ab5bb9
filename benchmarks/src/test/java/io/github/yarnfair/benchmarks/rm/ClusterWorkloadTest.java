// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClusterWorkloadTest {
  private static final ClusterCell CELL = ClusterCell.parse("depth-2/10x3@40");

  private final ClusterWorkload workload = new ClusterWorkload(CELL, 7, true);

  @BeforeAll
  static void knowGpus() {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.RESOURCE_TYPES, ClusterWorkload.GPU);
    ResourceUtils.resetResourceTypes(conf);
  }

  @AfterAll
  static void forgetGpus() {
    ResourceUtils.resetResourceTypes();
  }

  @Test
  void followsFromTheSeed() {
    ClusterWorkload same = new ClusterWorkload(CELL, 7, true);
    ClusterWorkload other = new ClusterWorkload(CELL, 8, true);
    assertThat(same.root()).hasToString(workload.root().toString());
    assertThat(same.nodes().toArray()).isEqualTo(workload.nodes().toArray());
    assertThat(other.root().toString()).isNotEqualTo(workload.root().toString());
  }

  @Test
  void hasTheQueuesAndApplicationsOfTheCell() {
    assertThat(leafQueues(workload.root(), 0)).hasSize(10).allMatch(depth -> depth == 2);
    assertThat(workload.root().children()).hasSize(3);
    assertThat(applications(workload.root())).isEqualTo(30);
  }

  @Test
  void aTenthOfTheNodesHaveGpusAndEveryDemandFitsOne() {
    assertThat(workload.nodes()).hasSize(40);
    assertThat(workload.nodes().stream().filter(node -> node[2] > 0)).hasSize(4);
    assertThat(workload.demands()).hasSize(12).anyMatch(demand -> demand[2] > 0);
    assertThat(workload.demands().stream().map(Arrays::toString).distinct()).hasSize(12);
    for (long[] demand : workload.demands()) {
      assertThat(workload.nodes())
          .anyMatch(node -> IntStream.range(0, 3).allMatch(j -> demand[j] <= node[j]));
    }
  }

  @Test
  void mayWantNoGpus() {
    ClusterWorkload without = new ClusterWorkload(CELL, 7, false);
    assertThat(without.demands()).hasSize(12).allMatch(demand -> demand[2] == 0);
    assertThat(without.capacity()).isEqualTo(workload.capacity());
  }

  @Test
  void eachPartitionHasGpusAndApplicationsOfEachDemand() {
    ClusterWorkload parts = new ClusterWorkload(ClusterCell.parse("flat/48x1@40:4"), 7, true);
    assertThat(parts.labels()).containsExactly("p1", "p2", "p3");
    Set<String> withGpus = new TreeSet<>();
    Set<String> asking = new TreeSet<>();
    for (int node = 0; node < 40; node++) {
      if (parts.nodes().get(node)[2] > 0) {
        withGpus.add(parts.labelOfNode(node));
      }
    }
    for (int application = 0; application < 48; application++) {
      asking.add(parts.labelOfApplication(application) + " " + application % 12);
    }
    assertThat(withGpus).containsExactly("", "p1", "p2", "p3");
    assertThat(asking).hasSize(48);
    assertThat(parts.queueKeys(null))
        .hasSize(49 * 4)
        .containsEntry("yarn.scheduler.capacity.root.accessible-node-labels", "*");
    assertThat(workload.queueKeys(null)).isEmpty();
  }

  @Test
  void eachLeafQueueServesInTheOrderGiven() {
    ClusterWorkload ordered = new ClusterWorkload(ClusterCell.parse("depth-2/4x2@5"), 7, true);
    assertThat(ordered.queueKeys("fifo"))
        .hasSize(4)
        .allSatisfy(
            (key, policy) -> assertThat(key).matches(".*root(\\.[^.]+){2}\\.ordering-policy"))
        .containsValue("fifo");
  }

  @Test
  void vectorsAndResourcesAreTheSame() {
    long[] vector = {3, 2, 1};
    assertThat(ClusterWorkload.vector(ClusterWorkload.resource(vector))).isEqualTo(vector);
  }

  private static Stream<Integer> leafQueues(TreeSpec queue, int depth) {
    return ClusterWorkload.isLeafQueue(queue)
        ? Stream.of(depth)
        : queue.children().stream().flatMap(child -> leafQueues(child, depth + 1));
  }

  private static int applications(TreeSpec queue) {
    return queue.isLeaf()
        ? 1
        : queue.children().stream().mapToInt(ClusterWorkloadTest::applications).sum();
  }
}
