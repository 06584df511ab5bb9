/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * YARN's metrics of a queue, for which what containers change is added up and handed on now and
 * then: YARN's own update a dozen objects for each container, those of the queue, of the queues
 * above, of the partition and of the user in each of them, which costs more than all else about it.
 *
 * <p>Who calls a getter of a queue's metrics reads them as they stand. The metrics system, and who
 * reads those of a user or a partition, sees what was handed on by then: {@link #flushOld}.
 */
final class BatchedQueueMetrics extends FlushedQueueMetrics {
  /** So old may be what others see; the metrics system looks every ten seconds by default. */
  private static final long DELAY_MS = 5000;

  /** Of so many queues at most one {@link #flushOld} hands on what waits. */
  private static final int MOST_AT_ONCE = 4;

  /** The names of YARN's counters. */
  private static final Map<NodeType, String> PLACED =
      Map.of(
          NodeType.NODE_LOCAL, "AggregateNodeLocalContainersAllocated",
          NodeType.RACK_LOCAL, "AggregateRackLocalContainersAllocated",
          NodeType.OFF_SWITCH, "AggregateOffSwitchContainersAllocated");

  private final @Nullable BatchedQueueMetrics above;

  /** Of the root: who has something to hand on. */
  private final Deque<BatchedQueueMetrics> waiting = new ArrayDeque<>();

  /** Of the root: held while it is handed on, so that who reads then waits for the end. */
  private final Object flushing = new Object();

  private final Map<String, UserChanges> byUser = new HashMap<>();
  private @Nullable UserChanges latest;
  private volatile boolean isWaiting;
  private volatile long waitingSince;
  private @Nullable Resource capacity;

  private BatchedQueueMetrics(
      MetricsSystem system, String path, @Nullable Queue parent, Configuration conf) {
    super(system, path, parent, conf);
    above =
        parent != null && parent.getMetrics() instanceof BatchedQueueMetrics metrics
            ? metrics
            : null;
  }

  /** Returns the metrics of a queue, which are registered when they are first asked for. */
  static synchronized BatchedQueueMetrics of(
      String path, @Nullable Queue parent, Configuration conf) {
    if (getQueueMetrics().get(path) instanceof BatchedQueueMetrics known) {
      return known;
    }
    MetricsSystem system = DefaultMetricsSystem.instance();
    BatchedQueueMetrics metrics = new BatchedQueueMetrics(system, path, parent, conf);
    metrics.tag(QUEUE_INFO, path);
    system.register(sourceName(path).toString(), "Metrics for queue: " + path, metrics);
    getQueueMetrics().put(path, metrics);
    return metrics;
  }

  /** What the containers of one user have changed. */
  private static final class UserChanges {
    private final String user;

    /** Less what is asked for no longer: mostly nothing is left, as who is served asks again. */
    private final Sum asked = new Sum();

    private final Sum allocated = new Sum();
    private final Sum released = new Sum();

    /** Less what is reserved no longer. */
    private final Sum reserved = new Sum();

    /** By how local the container is to what was asked for. */
    private final Map<NodeType, Integer> placed = new EnumMap<>(NodeType.class);

    private UserChanges(String user) {
      this.user = user;
    }
  }

  /** Containers and what they hold together, by resource type. */
  private static final class Sum {
    private int containers;
    private long[] total = {};

    private void add(int count, Resource each) {
      ResourceInformation[] amounts = each.getResources();
      if (total.length < amounts.length) {
        total = Arrays.copyOf(total, amounts.length);
      }
      containers += count;
      for (int j = 0; j < amounts.length; j++) {
        total[j] += amounts[j].getValue() * count;
      }
    }

    /**
     * YARN counts containers of one size. If these are not, one holds all and the others nothing.
     */
    private void handOn(ObjIntConsumer<Resource> metrics) {
      if (areOfOneSize()) {
        metrics.accept(resource(containers), containers);
      } else if (!isNothing()) {
        metrics.accept(resource(1), 1);
        if (containers != 1) {
          metrics.accept(Resources.none(), containers - 1);
        }
      }
    }

    private boolean areOfOneSize() {
      boolean divides = containers != 0;
      for (int j = 0; j < total.length && divides; j++) {
        divides = total[j] % containers == 0;
      }
      return divides;
    }

    private boolean isNothing() {
      return containers == 0 && Arrays.stream(total).allMatch(amount -> amount == 0);
    }

    private Resource resource(int divisor) {
      Resource each = Resource.newInstance(0, 0);
      for (int j = 0; j < total.length; j++) {
        each.setResourceValue(j, total[j] / divisor);
      }
      return each;
    }
  }

  @Override
  public void allocateResources(
      String partition, String user, int containers, Resource res, boolean decrPending) {
    if (!isBatched(partition) || decrPending) {
      super.allocateResources(partition, user, containers, res, decrPending);
      return;
    }
    synchronized (byUser) {
      changes(user).allocated.add(containers, res);
    }
    waitToHandOn();
  }

  @Override
  public void releaseResources(String partition, String user, int containers, Resource res) {
    if (!isBatched(partition)) {
      super.releaseResources(partition, user, containers, res);
      return;
    }
    synchronized (byUser) {
      changes(user).released.add(containers, res);
    }
    waitToHandOn();
  }

  @Override
  public void incrPendingResources(String partition, String user, int containers, Resource res) {
    if (!isBatched(partition)) {
      super.incrPendingResources(partition, user, containers, res);
      return;
    }
    synchronized (byUser) {
      changes(user).asked.add(containers, res);
    }
    waitToHandOn();
  }

  @Override
  public void decrPendingResources(String partition, String user, int containers, Resource res) {
    if (!isBatched(partition)) {
      super.decrPendingResources(partition, user, containers, res);
      return;
    }
    synchronized (byUser) {
      changes(user).asked.add(-containers, res);
    }
    waitToHandOn();
  }

  private static boolean isBatched(@Nullable String partition) {
    return partition == null || partition.equals(RMNodeLabelsManager.NO_LABEL);
  }

  private UserChanges changes(String user) {
    UserChanges known = latest;
    if (known == null || !known.user.equals(user)) {
      known = byUser.computeIfAbsent(user, UserChanges::new);
      latest = known;
    }
    return known;
  }

  private void waitToHandOn() {
    if (!isWaiting) {
      isWaiting = true;
      waitingSince = Time.monotonicNow();
      Deque<BatchedQueueMetrics> all = root().waiting;
      synchronized (all) {
        all.add(this);
      }
    }
  }

  @Override
  public void incrNodeTypeAggregations(String user, NodeType type) {
    countPlaced(user, type, 1);
  }

  private void countPlaced(String user, NodeType type, int count) {
    synchronized (byUser) {
      changes(user).placed.merge(type, count, Integer::sum);
    }
    waitToHandOn();
  }

  @Override
  public void reserveResource(String partition, String user, Resource res) {
    if (!isBatched(partition)) {
      super.reserveResource(partition, user, res);
      return;
    }
    synchronized (byUser) {
      changes(user).reserved.add(1, res);
    }
    waitToHandOn();
  }

  @Override
  public void unreserveResource(String partition, String user, Resource res) {
    if (!isBatched(partition)) {
      super.unreserveResource(partition, user, res);
      return;
    }
    synchronized (byUser) {
      changes(user).reserved.add(-1, res);
    }
    waitToHandOn();
  }

  private BatchedQueueMetrics root() {
    BatchedQueueMetrics metrics = this;
    while (metrics.above != null) {
      metrics = metrics.above;
    }
    return metrics;
  }

  /**
   * Hands on what waits anywhere below the same root. Not for the threads of the metrics system:
   * metrics may have to be registered, for which YARN holds a lock that those wait for.
   */
  @Override
  void flush() {
    flush(Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Hands on what has waited for long enough, a little of it at each call. */
  void flushOld() {
    flush(MOST_AT_ONCE, Time.monotonicNow() - DELAY_MS);
  }

  private void flush(int most, long before) {
    BatchedQueueMetrics root = root();
    synchronized (root.flushing) {
      int flushed = 0;
      BatchedQueueMetrics next = root.pollWaiting(before);
      while (next != null) {
        next.handOn();
        next = ++flushed < most ? root.pollWaiting(before) : null;
      }
      if (flushed > 0) {
        root.updateAvailable();
      }
    }
  }

  /** Of the root: takes out who has waited longest, if that is since before a time. */
  private @Nullable BatchedQueueMetrics pollWaiting(long before) {
    synchronized (waiting) {
      BatchedQueueMetrics first = waiting.peek();
      return first != null && first.waitingSince <= before ? waiting.poll() : null;
    }
  }

  private void handOn() {
    isWaiting = false;
    List<UserChanges> taken;
    synchronized (byUser) {
      taken = List.copyOf(byUser.values());
      byUser.clear();
      latest = null;
    }
    taken.forEach(this::handOn);
  }

  private void handOn(UserChanges changes) {
    String user = changes.user;
    changes.asked.handOn((each, count) -> super.incrPendingResources(null, user, count, each));
    changes.allocated.handOn(
        (each, count) -> super.allocateResources(null, user, count, each, false));
    changes.released.handOn((each, count) -> super.releaseResources(null, user, count, each));
    changes.reserved.handOn((each, count) -> handOnReserved(user, count, each));
    handOnPlaced(changes);
  }

  /** YARN counts one container at a time, and so up to the root. */
  private void handOnPlaced(UserChanges changes) {
    QueueMetrics ofUser = getUserMetrics(changes.user);
    changes.placed.forEach(
        (type, count) -> {
          ((MutableCounterLong) registry.get(PLACED.get(type))).incr(count);
          for (int i = 0; i < count; i++) {
            ofUser.incrNodeTypeAggregations(changes.user, type);
          }
          if (above != null) {
            above.countPlaced(changes.user, type, count);
          }
        });
  }

  /** YARN counts one reservation at a time. */
  private void handOnReserved(String user, int count, Resource each) {
    for (int i = 0; i < count; i++) {
      super.reserveResource(null, user, each);
    }
    for (int i = count; i < 0; i++) {
      super.unreserveResource(null, user, each);
    }
  }

  /** Of the root: sets what the cluster has, of which what is not allocated is available. */
  void setCapacity(Resource cluster) {
    capacity = Resources.clone(cluster);
    updateAvailable();
  }

  private void updateAvailable() {
    Resource cluster = capacity;
    if (cluster != null) {
      setAvailableResourcesToQueue(Resources.subtract(cluster, allocatedBeforeFlush()));
    }
  }
}
