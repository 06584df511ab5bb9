// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real containers that would never end make room for who is entitled to it, masters included. */
@Timeout(180)
class PreemptionTest {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final String ONE_CPU = "memory-mb=256,vcores=1";
  private static final int ALL_CPUS = 14;

  @Test
  void queueThatArrivesAtAFullClusterGetsItsHalf() throws Exception {
    try (FairCluster cluster =
        FairCluster.start(
            FairCluster.describe("preemption")
                .set(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true)
                .set(KEY + "monitoring_interval", 200)
                .set(KEY + "max_wait_before_kill", 400)
                .set(KEY + "max_ignored_over_capacity", 0)
                .set(KEY + "total_preemption_per_round", 1))) {
      ApplicationId first = cluster.submitLasting(FairCluster.CPU_QUEUE, ONE_CPU, 2 * ALL_CPUS);
      FairCluster.await("the cluster to be full", () -> cluster.used("vcores") == ALL_CPUS);
      ApplicationId second = cluster.submitLasting(FairCluster.BATCH_QUEUE, ONE_CPU, 2 * ALL_CPUS);
      FairCluster.await(
          "half for each", () -> cpus(cluster, first) == 7 && cpus(cluster, second) == 7);
      assertThat(cluster.report(first).getYarnApplicationState())
          .isEqualTo(YarnApplicationState.RUNNING);
      assertThat(cluster.scheduler().getRootQueueMetrics().getAggregatePreemptedContainers())
          .isBetween(7L, (long) ALL_CPUS);
      cluster.clear();
    }
  }

  private static int cpus(FairCluster cluster, ApplicationId application) {
    return cluster
        .report(application)
        .getApplicationResourceUsageReport()
        .getUsedResources()
        .getVirtualCores();
  }
}
