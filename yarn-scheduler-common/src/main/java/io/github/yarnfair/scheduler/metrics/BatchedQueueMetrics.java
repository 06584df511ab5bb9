// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;
import org.apache.hadoop.thirdparty.com.google.common.primitives.Ints;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * YARN's metrics of a queue, with changes by containers added up and flushed in batches. YARN's own
 * metrics update a dozen objects for each container (the queue, the queues above, the partition and
 * the user in each of them), which costs more than the rest of the decision.
 *
 * <p>A getter of a queue's metrics flushes first, but for {@link RootTotals}. The metrics system,
 * and readers of a user's or a partition's metrics, see the figures of the last {@link #flushOld}.
 *
 * <p>No method throws when registering or changing metrics fails: metrics report on the scheduler's
 * accounting and must not interrupt it.
 */
@Metrics(context = "yarn")
public final class BatchedQueueMetrics extends FlushedQueueMetrics {
  /** Maximum staleness, in milliseconds; the metrics system reads every ten seconds by default. */
  private static final long DELAY_MS = 5000;

  /** Maximum number of queues that one {@link #flushOld} flushes. */
  private static final int MOST_AT_ONCE = 4;

  /** The names of YARN's counters. */
  private static final Map<NodeType, String> PLACED =
      Map.of(
          NodeType.NODE_LOCAL, "AggregateNodeLocalContainersAllocated",
          NodeType.RACK_LOCAL, "AggregateRackLocalContainersAllocated",
          NodeType.OFF_SWITCH, "AggregateOffSwitchContainersAllocated");

  /**
   * Held during a flush, so that a reader waits for its end; one lock for all queues, since YARN's
   * metrics are static. Taken before {@link MetricsSources#LOCK}.
   */
  private static final ReentrantLock FLUSHING = new ReentrantLock();

  private final @Nullable BatchedQueueMetrics above;

  /** The root's: the metrics with unflushed changes. */
  final Deque<BatchedQueueMetrics> waiting;

  private final ChangeBatch batch = new ChangeBatch();
  private volatile boolean isWaiting;
  private volatile long waitingSince;

  /** Flushed containers of this queue and those below, by partition. */
  private final Map<String, ContainerSum> held = new HashMap<>();

  /** Flushed requests of this queue and those below, without a partition. */
  private final ContainerSum pending = new ContainerSum();

  private final CapacityGauges gauges = new CapacityGauges(registry);
  private final CapacityReader capacities = new CapacityReader();

  private BatchedQueueMetrics(
      String path,
      @Nullable Queue parent,
      Configuration conf,
      @Nullable BatchedQueueMetrics above) {
    super(DefaultMetricsSystem.instance(), path, parent, conf, above);
    this.above = above;
    waiting = above == null ? new ArrayDeque<>() : above.waiting;
  }

  /** Returns the metrics of a queue, which are registered when they are first asked for. */
  public static BatchedQueueMetrics of(String path, @Nullable Queue parent, Configuration conf) {
    synchronized (MetricsSources.LOCK) {
      if (getQueueMetrics().get(path) instanceof BatchedQueueMetrics known) {
        return known;
      }
      BatchedQueueMetrics metrics = unregistered(path, parent, conf);
      metrics.register();
      return metrics;
    }
  }

  /** Returns metrics of a queue that is only supposed: they are registered nowhere. */
  public static BatchedQueueMetrics unregistered(
      String path, @Nullable Queue parent, Configuration conf) {
    BatchedQueueMetrics above =
        parent != null && parent.getMetrics() instanceof BatchedQueueMetrics metrics
            ? metrics
            : null;
    return new BatchedQueueMetrics(path, parent, conf, above);
  }

  // ------------------------------------------------------------------------- what is added up

  @Override
  public void allocateResources(
      @Nullable String partition, String user, int containers, Resource res, boolean decrPending) {
    totals().allocate(partition, containers, res);
    change(partition, user, changed -> changed.allocated.add(containers, res));
    if (decrPending) {
      decrPendingResources(partition, user, containers, res);
    }
  }

  @Override
  public void releaseResources(
      @Nullable String partition, String user, int containers, Resource res) {
    totals().allocate(partition, -(long) containers, res);
    change(partition, user, changed -> changed.released.add(containers, res));
  }

  @Override
  public void incrPendingResources(
      @Nullable String partition, String user, int containers, Resource res) {
    ask(partition, user, containers, res);
  }

  @Override
  public void decrPendingResources(
      @Nullable String partition, String user, int containers, Resource res) {
    ask(partition, user, -(long) containers, res);
  }

  private void ask(@Nullable String partition, String user, long containers, Resource each) {
    totals().ask(partition, containers);
    change(partition, user, changed -> changed.asked.add(containers, each));
  }

  @Override
  public void reserveResource(@Nullable String partition, String user, Resource res) {
    change(partition, user, changed -> changed.reserved.add(1, res));
  }

  @Override
  public void unreserveResource(@Nullable String partition, String user, Resource res) {
    change(partition, user, changed -> changed.reserved.add(-1, res));
  }

  @Override
  public void incrNodeTypeAggregations(String user, NodeType type) {
    countPlaced(user, type, 1);
  }

  private void countPlaced(String user, NodeType type, int count) {
    change(null, user, changed -> changed.placed.merge(type, count, Integer::sum));
  }

  private void change(@Nullable String partition, String user, Consumer<MetricChanges> change) {
    batch.change(partition, user, change);
    waitToHandOn();
  }

  /**
   * Marks the gauges of the queue's capacities for an update at the next {@link #flush}; called
   * after each change of the capacities.
   */
  public void capacitiesChanged() {
    capacities.changed();
    waitToHandOn();
  }

  /** A thread that sees that these metrics wait can rely on the next flush to find them. */
  private void waitToHandOn() {
    if (!isWaiting) {
      synchronized (waiting) {
        if (!isWaiting) {
          waitingSince = Time.monotonicNow();
          waiting.add(this);
          isWaiting = true;
        }
      }
    }
  }

  // ------------------------------------------------------------------------- what is handed on

  /**
   * Flushes all changes below the same root. Threads of the metrics system must not call this:
   * metrics may have to be registered, and these threads hold the lock of the metrics system.
   */
  @Override
  public void flush() {
    FLUSHING.lock();
    try {
      flush(Integer.MAX_VALUE, Long.MAX_VALUE);
    } finally {
      FLUSHING.unlock();
    }
  }

  /**
   * Flushes changes older than {@link #DELAY_MS} of at most {@link #MOST_AT_ONCE} queues. Never
   * blocks.
   */
  public void flushOld() {
    if (FLUSHING.tryLock()) {
      try {
        flush(MOST_AT_ONCE, Time.monotonicNow() - DELAY_MS);
      } finally {
        FLUSHING.unlock();
      }
    }
  }

  private void flush(int most, long before) {
    BatchedQueueMetrics next = pollWaiting(before);
    if (next == null) {
      return;
    }
    Set<BatchedQueueMetrics> changed = new LinkedHashSet<>();
    for (int flushed = 1; next != null; flushed++) {
      next.handOn();
      for (BatchedQueueMetrics metrics = next; metrics != null; metrics = metrics.above) {
        changed.add(metrics);
      }
      next = flushed < most ? pollWaiting(before) : null;
    }
    changed.forEach(BatchedQueueMetrics::updateGauges);
  }

  /** Removes the metrics with the oldest change, if that is older than a time. */
  private @Nullable BatchedQueueMetrics pollWaiting(long before) {
    synchronized (waiting) {
      BatchedQueueMetrics first = waiting.peek();
      return first != null && first.waitingSince <= before ? waiting.poll() : null;
    }
  }

  private void handOn() {
    isWaiting = false;
    batch.take().forEach(this::handOn);
  }

  private void handOn(MetricChanges changes) {
    String partition = changes.partition();
    String user = changes.user();
    // Registered beforehand, nothing is registered half-way through a change.
    guarded(() -> prepare(partition, user));
    guarded(() -> handOnAsked(changes));
    guarded(
        () ->
            changes.allocated.handOn(
                (each, count) -> super.allocateResources(partition, user, count, each, false)));
    guarded(
        () ->
            changes.released.handOn(
                (each, count) -> super.releaseResources(partition, user, count, each)));
    guarded(
        () ->
            changes.reserved.handOn((each, count) -> handOnReserved(partition, user, count, each)));
    guarded(() -> handOnPlaced(changes));
    for (BatchedQueueMetrics metrics = this; metrics != null; metrics = metrics.above) {
      metrics.held(partition).add(changes.allocated, 1);
      metrics.held(partition).add(changes.released, -1);
    }
  }

  private ContainerSum held(String partition) {
    return held.computeIfAbsent(partition, any -> new ContainerSum());
  }

  private void handOnAsked(MetricChanges changes) {
    String partition = changes.partition();
    changes.asked.handOn(
        (each, count) -> super.incrPendingResources(partition, changes.user(), count, each));
    if (!partition.equals(RMNodeLabelsManager.NO_LABEL)) {
      return;
    }
    for (BatchedQueueMetrics metrics = this; metrics != null; metrics = metrics.above) {
      metrics.pending.add(changes.asked, 1);
      // YARN's gauges are ints that wrap around; a queue's pending requests may exceed an int.
      metrics.set("PendingContainers", metrics.pending.containers());
      metrics.set("PendingVCores", metrics.pending.vcores());
    }
  }

  private void set(String gauge, long value) {
    ((MutableGaugeInt) registry.get(gauge)).set(Ints.saturatedCast(value));
  }

  /** YARN counts one container at a time, and so up to the root. */
  private void handOnPlaced(MetricChanges changes) {
    QueueMetrics ofUser = getUserMetrics(changes.user());
    changes.placed.forEach(
        (type, count) -> {
          ((MutableCounterLong) registry.get(PLACED.get(type))).incr(count);
          for (int i = 0; i < count && ofUser != null; i++) {
            ofUser.incrNodeTypeAggregations(changes.user(), type);
          }
          if (above != null) {
            above.countPlaced(changes.user(), type, count);
          }
        });
  }

  /** YARN counts one reservation at a time. */
  private void handOnReserved(String partition, String user, int count, Resource each) {
    for (int i = 0; i < count; i++) {
      super.reserveResource(partition, user, each);
    }
    for (int i = count; i < 0; i++) {
      super.unreserveResource(partition, user, each);
    }
  }

  // ------------------------------------------------------------------------------- capacities

  /**
   * Sets where the queue's capacities are read from, in place of the queue of an earlier refresh.
   *
   * @param current may be called by any thread; may return stale figures
   */
  public void setCapacitySource(Supplier<QueueCapacities> current) {
    capacities.setSource(current);
    waitToHandOn();
  }

  /**
   * Of the root: sets the total of the nodes without a label; available is the total less what is
   * allocated.
   */
  public void setCapacity(Resource registered) {
    FLUSHING.lock();
    try {
      totals().setRegistered(registered);
      updateGauges();
    } finally {
      FLUSHING.unlock();
    }
  }

  private void updateGauges() {
    guarded(
        () -> {
          QueueCapacities now = capacities.current();
          if (now != null) {
            gauges.update(now, held(RMNodeLabelsManager.NO_LABEL));
            updatePartitions(now);
          }
          Resource nodes = registered();
          if (nodes != null) {
            setAvailableResourcesToQueue(Resources.subtract(nodes, allocatedBeforeFlush()));
          } else if (now != null) {
            setAvailableResourcesToQueue(now.available(held(RMNodeLabelsManager.NO_LABEL)));
          }
        });
  }

  /** Updates what is available in the partitions with a label, also in those that have gone. */
  private void updatePartitions(QueueCapacities now) {
    Set<String> labels = new HashSet<>(partitions());
    labels.addAll(now.guaranteedByLabel().keySet());
    for (String label : labels) {
      if (!label.equals(RMNodeLabelsManager.NO_LABEL)) {
        setAvailableResourcesToQueue(label, now.available(label, held(label)));
      }
    }
    setGuarantees(now);
  }

  /** Ends the metrics of a removed queue: flushes their changes, then unregisters them. */
  public void end() {
    FLUSHING.lock();
    try {
      synchronized (waiting) {
        waiting.remove(this);
      }
      handOn();
      capacities.setSource(null);
      unregister();
    } finally {
      FLUSHING.unlock();
    }
  }
}
