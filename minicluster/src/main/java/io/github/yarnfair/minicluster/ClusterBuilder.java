// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import io.github.yarnfair.host.QueueShape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link HeterogeneousCluster}. Defaults suit a small machine: containers are not
 * monitored, disks count as healthy however full they are, and a stopped cluster does not wait for
 * its logs.
 */
public final class ClusterBuilder {
  final String name;
  final List<NodeShape> nodes = new ArrayList<>();
  final Map<String, Map<String, String>> nodeSettings = new LinkedHashMap<>();
  final Map<String, String> settings = new LinkedHashMap<>();
  final Map<String, String> queueKeys = new LinkedHashMap<>();
  final List<String> resourceTypes = new ArrayList<>();
  @Nullable QueueShape queues;
  @Nullable Path queueFile;
  Path workDirectory = Path.of("target", "minicluster");
  boolean recoverable;
  int resourceManagers = 1;

  ClusterBuilder(String name) {
    this.name = name;
    set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 64);
    // Tasks without CPU. CapacityScheduler refuses the same of minimum-allocation-vcores in
    // yarn-site.xml, and FairScheduler looks at nothing but that.
    set(YarnConfiguration.RESOURCE_TYPES + ".vcores.minimum-allocation", 0);
    set(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 1 << 20);
    set(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, 1024);
    set(YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME, true);
    // An ApplicationMaster must not outlive a cluster that was killed.
    set(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, 20_000);
    set(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 1);
    set(YarnConfiguration.NM_LOG_CONTAINER_DEBUG_INFO, false);
    set(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
    set("yarn.scheduler.fair.assignmultiple", true);
    set("yarn.scheduler.fair.user-as-default-queue", false);
    heartbeat(Duration.ofMillis(200));
  }

  /** Adds a NodeManager. */
  public ClusterBuilder node(NodeShape shape) {
    nodes.add(shape);
    return this;
  }

  /** Adds a NodeManager with keys of {@code yarn-site.xml} of its own. */
  public ClusterBuilder node(NodeShape shape, Map<String, String> own) {
    nodeSettings.put(shape.name(), Map.copyOf(own));
    return node(shape);
  }

  /** Extended resource types, next to memory and vcores. One set for the life of the JVM. */
  public ClusterBuilder resourceTypes(String... types) {
    resourceTypes.addAll(List.of(types));
    return this;
  }

  /** The class that schedules, by its name as in {@code yarn-site.xml}. */
  public ClusterBuilder scheduler(String className) {
    return set(YarnConfiguration.RM_SCHEDULER, className);
  }

  /** The hierarchy, written for every scheduler in its own file format. */
  public ClusterBuilder queues(QueueShape root) {
    queues = root;
    return this;
  }

  /** A {@code capacity-scheduler.xml} to be used as it is, instead of {@link #queues}. */
  public ClusterBuilder queueFile(Path file) {
    queueFile = file;
    return this;
  }

  /** One key of {@code capacity-scheduler.xml}; it wins over what {@link #queues} writes. */
  public ClusterBuilder queueKey(String key, String value) {
    queueKeys.put(key, value);
    return this;
  }

  /** How often a NodeManager reports, which is also how often it is offered. */
  public ClusterBuilder heartbeat(Duration interval) {
    return set(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, interval.toMillis());
  }

  /** Where the cluster keeps its files; a directory with the cluster's name is replaced in it. */
  public ClusterBuilder workDirectory(Path directory) {
    workDirectory = directory;
    return this;
  }

  /** Lets applications survive {@link HeterogeneousCluster#restartResourceManager()}. */
  public ClusterBuilder recoverable() {
    recoverable = true;
    return this;
  }

  /** Adds a ResourceManager that stands by until {@link HeterogeneousCluster#failOver()}. */
  public ClusterBuilder standby() {
    resourceManagers++;
    return recoverable();
  }

  /** Any key of {@code yarn-site.xml}. */
  public ClusterBuilder set(String key, Object value) {
    settings.put(key, String.valueOf(value));
    return this;
  }

  /**
   * Boots the cluster and waits until every node is RUNNING.
   *
   * @throws ClusterException if it does not come up; the cause is YARN's own
   */
  public HeterogeneousCluster start() {
    return HeterogeneousCluster.start(this);
  }
}
