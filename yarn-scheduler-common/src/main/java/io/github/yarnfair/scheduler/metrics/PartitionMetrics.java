// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.PartitionQueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.jspecify.annotations.Nullable;

/**
 * YARN's metrics of a node partition, of all queues together or of one queue, registered by the
 * rules of {@link MetricsSources}.
 */
@Metrics(context = "yarn")
final class PartitionMetrics extends PartitionQueueMetrics {
  private final MetricsSources sources;
  private final String name;
  private final PartitionGauges gauges = new PartitionGauges(registry);
  private final Map<String, QueueMetrics> byUser = new ConcurrentHashMap<>();

  private PartitionMetrics(
      MetricsSystem system,
      String path,
      boolean hasUsers,
      Configuration conf,
      String label,
      MetricsSources sources,
      String name) {
    super(system, path, null, hasUsers, conf, key(label));
    this.sources = sources;
    this.name = name;
    tag(PARTITION_INFO, label);
  }

  /** Makes and registers the metrics of a partition in one queue. Under the lock. */
  static PartitionMetrics ofQueue(
      MetricsSystem system,
      String path,
      boolean hasUsers,
      Configuration conf,
      String label,
      MetricsSources sources) {
    String name = partitionSource(label) + queueSuffix(path);
    PartitionMetrics made =
        new PartitionMetrics(system, path, hasUsers, conf, label, sources, name);
    made.tag(QUEUE_INFO, path);
    made.register(system, "Metrics for queue: " + path);
    return made;
  }

  /** Makes and registers the metrics of a partition over all queues. Under the lock. */
  static PartitionMetrics ofAllQueues(
      MetricsSystem system, String path, Configuration conf, String label, MetricsSources sources) {
    PartitionMetrics made =
        new PartitionMetrics(system, path, false, conf, label, sources, partitionSource(label));
    made.register(system, "Metrics for partition: " + label);
    return made;
  }

  private void register(MetricsSystem system, String description) {
    sources.register(name, () -> system.register(name, description, this), () -> this);
  }

  PartitionGauges gauges() {
    return gauges;
  }

  /** Returns YARN's name of a partition in its table of metrics. */
  static String key(String label) {
    return label.equals(RMNodeLabelsManager.NO_LABEL) ? DEFAULT_PARTITION : label;
  }

  /** Under the lock, unless the user is known. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // by the lock of all registration
  public @Nullable QueueMetrics getUserMetrics(String user) {
    QueueMetrics known = byUser.get(user);
    if (known != null || users == null) {
      return known;
    }
    synchronized (MetricsSources.LOCK) {
      if (!users.containsKey(user)) {
        // YARN enters them in the table before it registers them.
        sources.register(userSource(user), () -> super.getUserMetrics(user), () -> users.get(user));
      }
      return byUser.computeIfAbsent(user, users::get);
    }
  }

  /** Forgets a user and unregisters the user's metrics. Under the lock. */
  void forgetUser(String user) {
    byUser.remove(user);
    users.remove(user);
    sources.unregister(userSource(user));
  }

  private String userSource(String user) {
    return name + ",user=" + user;
  }

  private static String partitionSource(String label) {
    return P_RECORD_INFO.name() + ",partition=" + label;
  }

  private static String queueSuffix(String path) {
    return sourceName(path).substring("QueueMetrics".length());
  }
}
