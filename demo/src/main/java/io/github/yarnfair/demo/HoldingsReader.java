// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.HeterogeneousCluster;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.jspecify.annotations.Nullable;

/** Reads {@link Holdings} from a ResourceManager, the same way whatever its scheduler is. */
final class HoldingsReader {
  private final HeterogeneousCluster cluster;

  HoldingsReader(HeterogeneousCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * What {@code applications}, given by their leaf queue, hold now; ApplicationMasters included.
   */
  Holdings read(Map<String, List<ApplicationId>> applications) {
    Map<String, Map<String, Long>> held = new HashMap<>();
    Map<String, Integer> tasks = new HashMap<>();
    applications.forEach(
        (queue, ids) -> {
          Map<String, Long> sum = new HashMap<>();
          held.put(queue, sum);
          tasks.put(queue, ids.stream().mapToInt(id -> add(report(id), sum)).sum());
        });
    return new Holdings(units(cluster.scheduler().getClusterResource()), held, tasks);
  }

  /** Adds what an application holds to {@code sum}; returns how many tasks it runs. */
  private static int add(@Nullable ApplicationResourceUsageReport report, Map<String, Long> sum) {
    if (report == null) {
      return 0;
    }
    units(report.getUsedResources()).forEach((type, held) -> sum.merge(type, held, Long::sum));
    // One container is the ApplicationMaster.
    return Math.max(0, report.getNumUsedContainers() - 1);
  }

  private @Nullable ApplicationResourceUsageReport report(ApplicationId id) {
    RMApp app = cluster.resourceManager().getRMContext().getRMApps().get(id);
    if (app == null || app.getCurrentAppAttempt() == null || app.isAppFinalStateStored()) {
      return null;
    }
    return cluster
        .scheduler()
        .getAppResourceUsageReport(app.getCurrentAppAttempt().getAppAttemptId());
  }

  /** Containers that have ended since the cluster booted. */
  long endedContainers() {
    return cluster.scheduler().getRootQueueMetrics().getAggegatedReleasedContainers();
  }

  private static Map<String, Long> units(Resource resource) {
    Map<String, Long> units = new LinkedHashMap<>();
    for (ResourceInformation information : resource.getResources()) {
      units.put(information.getName(), information.getValue());
    }
    return units;
  }
}
