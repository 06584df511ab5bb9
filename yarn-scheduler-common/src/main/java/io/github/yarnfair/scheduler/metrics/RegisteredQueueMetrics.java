// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.jspecify.annotations.Nullable;

/**
 * YARN's metrics of a queue, with those of the queue's users and partitions registered by the rules
 * of {@link MetricsSources}: under one lock, and without an exception for the caller.
 */
abstract class RegisteredQueueMetrics extends QueueMetrics {
  /** Whether a queue has metrics by user; read when it has its first ones. */
  static final String USERS_KEY = "yarn.scheduler.capacity.user-metrics.enable";

  private final @Nullable RegisteredQueueMetrics above;
  private final MetricsSources sources;
  private final ShareGauges shares = new ShareGauges(registry);
  private @Nullable BalanceGauges balances;
  private final Map<String, QueueMetrics> byUser = new ConcurrentHashMap<>();
  private final Map<String, PartitionMetrics> byPartition = new ConcurrentHashMap<>();

  RegisteredQueueMetrics(
      MetricsSystem system, String path, @Nullable Queue parent, Configuration conf) {
    super(system, path, parent, conf.getBoolean(USERS_KEY, false), conf);
    above =
        parent != null && parent.getMetrics() instanceof RegisteredQueueMetrics metrics
            ? metrics
            : null;
    // Metrics outlive a refresh of the queues; the queue that they were made for must not.
    setParentQueue(null);
    sources = new MetricsSources(system);
    tag(QUEUE_INFO, path);
  }

  /** Registers these metrics and enters them in YARN's table. Under the lock. */
  final void register() {
    String name = sourceName(queueName).toString();
    sources.register(
        name,
        () -> metricsSystem.register(name, "Metrics for queue: " + queueName, this),
        () -> this);
    getQueueMetrics().put(queueName, this);
  }

  /**
   * Returns the metrics of a user in this queue, registered with the metrics system unless that
   * fails; null if there are none by user.
   */
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

  /** Returns the metrics of a partition in this queue; those of the queues above come first. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // by the lock of all registration
  public PartitionMetrics getPartitionQueueMetrics(@Nullable String partition) {
    String label = partition == null ? RMNodeLabelsManager.NO_LABEL : partition;
    PartitionMetrics known = byPartition.get(label);
    if (known != null) {
      return known;
    }
    synchronized (MetricsSources.LOCK) {
      return byPartition.computeIfAbsent(label, this::registerPartition);
    }
  }

  private PartitionMetrics registerPartition(String label) {
    PartitionMetrics made =
        PartitionMetrics.ofQueue(metricsSystem, queueName, users != null, conf, label, sources);
    if (above != null) {
      made.setParent(above.getPartitionQueueMetrics(label));
    }
    String total = PartitionMetrics.key(label) + METRIC_NAME_DELIMITER;
    // Otherwise YARN would register them with the first change, without the lock.
    getQueueMetrics()
        .computeIfAbsent(
            total,
            t ->
                PartitionMetrics.ofAllQueues(
                    metricsSystem, queueName, conf, label, new MetricsSources(metricsSystem)));
    getQueueMetrics().put(partitionKey(label), made);
    return made;
  }

  /** Returns the labels of the partitions in which the queue has metrics. */
  public final Set<String> partitions() {
    return byPartition.keySet();
  }

  /**
   * Creates all metrics that a change of a user's containers in a partition updates, up to root.
   */
  final void prepare(String partition, String user) {
    for (RegisteredQueueMetrics metrics = this; metrics != null; metrics = metrics.above) {
      metrics.getUserMetrics(user);
      metrics.getPartitionQueueMetrics(partition).getUserMetrics(user);
    }
  }

  /**
   * Sets the gauges of shares. Any thread may call it, since these gauges are not sums of changes.
   *
   * @param held dominant share, a fraction of the cluster
   * @param ideal ideal dominant share, the same
   * @param idealAmounts the queue's ideal usage, by resource type
   * @param oldestWaitSeconds longest that an application which wants more has received nothing
   */
  public final void setShares(
      double held, double ideal, long[] idealAmounts, long oldestWaitSeconds) {
    shares.update(held, ideal, idealAmounts, oldestWaitSeconds);
  }

  /**
   * Sets the gauges of shares in a partition, unless the queue has neither metrics nor anything
   * there. Any thread.
   *
   * @param label of the partition
   * @param held largest part of any resource of the partition that the queue holds
   * @param ideal the same of its ideal usage; null where shares are of the whole cluster
   * @param idealAmounts its ideal usage there, by resource type; null where shares are of the whole
   *     cluster
   */
  public final void setShares(
      String label, double held, @Nullable Double ideal, long @Nullable [] idealAmounts) {
    if (byPartition.containsKey(label) || held > 0 || (ideal != null && ideal > 0)) {
      getPartitionQueueMetrics(label).gauges().shares(held, ideal, idealAmounts);
    }
  }

  /**
   * Sets the gauges of the queue's balance. From the thread that samples.
   *
   * @param seconds by resource type, in amounts times seconds, above 0 for what is ahead
   * @param factor by what the configured weight is multiplied
   */
  public final void setBalance(double[] seconds, double factor) {
    if (balances == null) {
      balances = new BalanceGauges(registry);
    }
    balances.update(seconds, factor);
  }

  /** Returns whether the queue has had a balance. From the thread that samples. */
  public final boolean hasBalance() {
    return balances != null;
  }

  /** Sets the gauges of the guarantee in each partition with metrics. */
  final void setGuarantees(QueueCapacities now) {
    byPartition.forEach((label, metrics) -> metrics.gauges().guarantee(now.guaranteed(label)));
  }

  /** Returns the users who have metrics here. */
  public final Set<String> users() {
    return Set.copyOf(byUser.keySet());
  }

  /** Forgets a user here, whose metrics are unregistered. */
  public final void forgetUser(String user) {
    if (users == null) {
      return;
    }
    synchronized (MetricsSources.LOCK) {
      byUser.remove(user);
      users.remove(user);
      sources.unregister(userSource(user));
      byPartition.values().forEach(partition -> partition.forgetUser(user));
    }
  }

  /** Removes these metrics, and those of users and partitions in this queue, from all tables. */
  final void unregister() {
    synchronized (MetricsSources.LOCK) {
      sources.unregisterAll();
      byPartition.forEach(
          (label, metrics) -> getQueueMetrics().remove(partitionKey(label), metrics));
      getQueueMetrics().remove(queueName, this);
    }
  }

  private String partitionKey(String label) {
    return PartitionMetrics.key(label) + METRIC_NAME_DELIMITER + queueName;
  }

  private String userSource(String user) {
    return sourceName(queueName).append(",user=").append(user).toString();
  }
}
