// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.minicluster.HeterogeneousCluster.await;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.minicluster.ProcessCluster;
import io.github.yarnfair.minicluster.TaskDemand;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Clusters of processes that tests kill, with two queues and jobs that do not end. */
abstract class KilledProcesses {
  static final Duration PATIENCE = Duration.ofMinutes(3);
  static final List<NodeShape> NODES =
      List.of(
          NodeShape.of("n1", 2048, 8), NodeShape.of("n2", 2048, 8), NodeShape.of("n3", 2048, 8));

  static Map<String, String> queues() {
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

  static Map<String, String> settings(Class<?> store) {
    return new HashMap<>(
        Map.of(
            YarnConfiguration.RM_SCHEDULER,
            HdrfScheduler.class.getName(),
            YarnConfiguration.RM_STORE,
            store.getName()));
  }

  static Job job(String queue, int tasks) {
    return job(queue, tasks, 128);
  }

  static Job job(String queue, int tasks, int megabytes) {
    Duration forLong = Duration.ofHours(1);
    TaskDemand demand = TaskDemand.parse("memory-mb=" + megabytes + ",vcores=1");
    return new Job(queue, demand, forLong, forLong, tasks, 1);
  }

  static boolean metric(ProcessCluster cluster, String name, int value) {
    String metrics = cluster.ask("/ws/v1/cluster/metrics");
    return metrics != null && metrics.contains("\"%s\":%d,".formatted(name, value));
  }

  /**
   * Waits until that many containers run on the machine and the ResourceManager knows of just the
   * same, and counts what they have; returns them.
   */
  static Set<ContainerId> awaitConsistent(
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
