// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.benchmarks.rm.master.MasterThreads;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workload under real schedulers: saturated, repeatable, and as the scheduler's books say. */
class SaturatedClusterTest {
  private static final ClusterCell CELL = ClusterCell.parse("flat/4x1@20");
  private static final int DECISIONS = 500;

  private SaturatedCluster boot(String scheduler, long seed) throws Exception {
    return new SaturatedCluster(
        BenchScheduler.named(scheduler), new ClusterWorkload(CELL, seed, true), seed, Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"floor", "hdrf", "dff", "mch", "capacity", "fair"})
  void oneContainerFollowsEachThatEnds(String name) throws Exception {
    try (SaturatedCluster cluster = boot(name, 1)) {
      cluster.fill();
      assertThat(cluster.given()).isEqualTo(cluster.running().size());
      decide(cluster, 5 * DECISIONS);
      long before = cluster.given();
      decide(cluster, DECISIONS);
      assertThat((double) cluster.given() - before)
          .as("containers given for those that ended")
          .isCloseTo(DECISIONS, within(0.1 * DECISIONS));
      assertThat(cluster.times().heartbeats()).hasSizeGreaterThan(DECISIONS);
      checkBooks(cluster);
    }
  }

  private static void decide(SaturatedCluster cluster, int decisions) {
    for (int i = 0; i < decisions; i++) {
      cluster.decide();
    }
  }

  private static void checkBooks(SaturatedCluster cluster) {
    QueueMetrics metrics = cluster.scheduler().getRootQueueMetrics();
    assertThat(metrics.getAllocatedContainers()).isEqualTo(cluster.running().size());
    long memory = cluster.usage().values().stream().mapToLong(held -> held[0]).sum();
    assertThat(metrics.getAllocatedMB()).isEqualTo(1024 * memory);
  }

  @ParameterizedTest
  @ValueSource(strings = {"floor", "hdrf", "capacity"})
  void aFilledClusterHasNoUseForAnotherHeartbeat(String name) throws Exception {
    try (SaturatedCluster cluster = boot(name, 1)) {
      cluster.fill();
      long given = cluster.given();
      for (int i = 0; i < DECISIONS; i++) {
        cluster.idle();
      }
      assertThat(cluster.given()).isEqualTo(given);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"floor", "hdrf", "dff", "mch", "capacity", "fair"})
  void aClusterThatHasBecomeFreeIsFilledAgain(String name) throws Exception {
    try (SaturatedCluster cluster = boot(name, 1)) {
      cluster.fill();
      decide(cluster, DECISIONS);
      long before = cluster.given();
      cluster.drain();
      assertThat(cluster.given()).isEqualTo(before);
      assertThat(cluster.running().size()).isZero();
      checkBooks(cluster);
      cluster.fill();
      assertThat(cluster.running().size()).isEqualTo((int) (cluster.given() - before));
      assertThat(cluster.utilization()).isGreaterThan(0.5);
      checkBooks(cluster);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdrf", "udrf", "capacity"})
  void eachApplicationRunsInItsPartition(String name) throws Exception {
    ClusterWorkload workload = new ClusterWorkload(ClusterCell.parse("flat/4x2@40:2"), 1, true);
    try (SaturatedCluster cluster =
        new SaturatedCluster(BenchScheduler.named(name), workload, 1, Map.of())) {
      cluster.fill();
      decide(cluster, DECISIONS);
      for (Container container : cluster.running().all()) {
        int application = container.getId().getApplicationAttemptId().getApplicationId().getId();
        SchedulerNode node = cluster.scheduler().getSchedulerNode(container.getNodeId());
        assertThat(node.getPartition()).isEqualTo(workload.labelOfApplication(application - 1));
      }
      assertThat(cluster.utilization()).isGreaterThan(0.5);
    }
  }

  @Test
  void nothingFitsAnywhereUnderTheFloor() throws Exception {
    try (SaturatedCluster cluster = boot("floor", 1)) {
      cluster.fill();
      assertThat(cluster.scheduler().getNodeTracker().getAllNodes())
          .hasSize(CELL.nodes())
          .allSatisfy(
              node -> {
                long[] free = ClusterWorkload.vector(node.getUnallocatedResource());
                assertThat(cluster.workload().demands().subList(0, 4))
                    .noneMatch(demand -> fits(demand, free));
              });
    }
  }

  private static boolean fits(long[] demand, long[] free) {
    return Arrays.equals(
        demand,
        new long[] {
          Math.min(demand[0], free[0]), Math.min(demand[1], free[1]), Math.min(demand[2], free[2])
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"floor", "hdrf", "capacity"})
  void equalSeedsGiveEqualDecisions(String name) throws Exception {
    assertThat(afterwards(name, 1)).isEqualTo(afterwards(name, 1));
    assertThat(afterwards(name, 1)).isNotEqualTo(afterwards(name, 2));
  }

  private String afterwards(String name, long seed) throws Exception {
    try (SaturatedCluster cluster = boot(name, seed)) {
      cluster.fill();
      decide(cluster, DECISIONS);
      StringBuilder containers = new StringBuilder();
      cluster
          .running()
          .all()
          .forEach(c -> containers.append(c.getId()).append('@').append(c.getNodeId()));
      return containers.toString();
    }
  }

  @Test
  void mastersThatCallFromThreadsLoseNoContainer() throws Exception {
    try (SaturatedCluster cluster = boot("hdrf", 1)) {
      MasterThreads masters = cluster.masterThreads(3, 1);
      ContendedFigures figures = new ContendedMeasurement(cluster, Effort.SHORT, masters).measure();
      assertThat(masters.calls()).isPositive();
      assertThat(figures.callsPerSecond()).isPositive();
      cluster.idle();
      checkBooks(cluster);
    }
  }
}
