// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.audit;

import io.github.yarnfair.scheduler.metrics.BatchedQueueMetrics;
import io.github.yarnfair.scheduler.metrics.ContainerSum;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Recomputes the container metrics by queue and partition from the containers, requests and
 * reservations, and reports each difference.
 */
final class MetricsAudit {
  private final QueueTree queues;
  private final List<String> violations = new ArrayList<>();

  MetricsAudit(QueueTree queues) {
    this.queues = queues;
  }

  /** Usage and demand of a queue's applications in one partition. */
  private static final class Sums {
    private final ContainerSum allocated = new ContainerSum();
    private final ContainerSum pending = new ContainerSum();
    private final ContainerSum reserved = new ContainerSum();

    private void add(Sums more) {
      allocated.add(more.allocated, 1);
      pending.add(more.pending, 1);
      reserved.add(more.reserved, 1);
    }
  }

  /** Returns one sentence for each difference. Under the scheduler's lock. */
  List<String> violations() {
    List<AppAttempt> attempts = LeafQueue.attemptsOf(queues.root()).toList();
    // Calls of masters change requests at any time.
    attempts.forEach(attempt -> attempt.getWriteLock().lock());
    try {
      check(queues.root());
    } finally {
      attempts.forEach(attempt -> attempt.getWriteLock().unlock());
    }
    return violations;
  }

  private Map<String, Sums> check(FairQueue queue) {
    Map<String, Sums> byPartition = new HashMap<>();
    for (FairQueue child : queue.children()) {
      check(child)
          .forEach((label, sums) -> byPartition.computeIfAbsent(label, l -> new Sums()).add(sums));
    }
    if (queue instanceof LeafQueue leaf) {
      leaf.attempts().forEach(attempt -> add(attempt, byPartition));
    }
    BatchedQueueMetrics metrics = queue.getMetrics();
    metrics.flush();
    compare(queue.getQueueName(), metrics, sums(byPartition, RMNodeLabelsManager.NO_LABEL));
    TreeSet<String> labels = new TreeSet<>(byPartition.keySet());
    labels.addAll(metrics.partitions());
    for (String label : labels) {
      compare(
          "%s in partition '%s'".formatted(queue, label),
          metrics.getPartitionQueueMetrics(label),
          sums(byPartition, label));
    }
    return byPartition;
  }

  private static Sums sums(Map<String, Sums> byPartition, String label) {
    return byPartition.getOrDefault(label, new Sums());
  }

  private static void add(AppAttempt attempt, Map<String, Sums> byPartition) {
    for (RMContainer container : attempt.getLiveContainers()) {
      if (container.getExecutionType() == ExecutionType.GUARANTEED) {
        byPartition
            .computeIfAbsent(attempt.partition(container), l -> new Sums())
            .allocated
            .add(1, container.getContainer().getResource());
      }
    }
    for (Reservation reservation : attempt.reserved().list()) {
      byPartition
          .computeIfAbsent(reservation.partition(), l -> new Sums())
          .reserved
          .add(1, reservation.resource());
    }
    if (attempt.gang() != null) {
      for (GangRoom room : attempt.gang().rooms()) {
        byPartition
            .computeIfAbsent(room.ask().partition(), l -> new Sums())
            .reserved
            .add(1, room.resource());
      }
    }
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      AppPlacementAllocator<ClusterNode> request = attempt.getAppPlacementAllocator(key);
      PendingAsk ask =
          request == null ? PendingAsk.ZERO : request.getPendingAsk(ResourceRequest.ANY);
      if (request != null && ask.getCount() > 0) {
        byPartition
            .computeIfAbsent(request.getPrimaryRequestedNodePartition(), l -> new Sums())
            .pending
            .add(ask.getCount(), ask.getPerAllocationResource());
      }
    }
  }

  private void compare(String where, QueueMetrics metrics, Sums actual) {
    compare(
        where + ": allocated",
        metrics.getAllocatedContainers(),
        metrics.getAllocatedResources(),
        actual.allocated);
    compare(
        where + ": pending",
        metrics.getPendingContainers(),
        metrics.getPendingResources(),
        actual.pending);
    compare(
        where + ": reserved",
        metrics.getReservedContainers(),
        metrics.getReservedResources(),
        actual.reserved);
  }

  /** Metrics count containers and vcores in ints, those of partitions modulo 2<sup>32</sup>. */
  private void compare(String what, int containers, Resource counted, ContainerSum actual) {
    if (!isInt(containers, actual.containers())) {
      violations.add(
          "metrics of %s: %d containers, actually %d"
              .formatted(what, containers, actual.containers()));
    }
    ResourceInformation[] amounts = counted.getResources();
    for (int j = 0; j < amounts.length; j++) {
      long is = amounts[j].getValue();
      if (is != actual.total(j)
          && !(j == ContainerSum.VCORES && isInt((int) is, actual.total(j)))) {
        violations.add(
            "metrics of %s: %d of %s, actually %d"
                .formatted(what, is, amounts[j].getName(), actual.total(j)));
      }
    }
  }

  private static boolean isInt(int counted, long actual) {
    return counted == (int) actual || (counted == Integer.MAX_VALUE && actual > Integer.MAX_VALUE);
  }
}
