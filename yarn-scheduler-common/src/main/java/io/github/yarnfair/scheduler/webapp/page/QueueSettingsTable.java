// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.conf.key.QueueKey;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.key.QueueKind;
import io.github.yarnfair.scheduler.report.PartitionShare;
import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.webapp.capacity.CapacityParts;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.DIV;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TABLE;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TBODY;

/**
 * The limits and settings in force of a queue, by the last part of their keys, as the page of
 * CapacityScheduler lists them. A plain key without a row of its own is listed as it is read.
 */
final class QueueSettingsTable {
  private static final String MASTERS = "application masters";

  private final Map<String, String> rows = new LinkedHashMap<>();

  /** Follows amounts that are of the nodes without a label; empty without partitions. */
  private final String where;

  QueueSettingsTable(QueueSnapshot queue, QueueDetails details) {
    where = queue.partitions().isEmpty() ? "" : " in no partition";
    put(QueueKeys.STATE, queue.state().name());
    put(QueueKeys.CAPACITY, capacity(details.partitions().get(0)) + where);
    put(QueueKeys.MAXIMUM_CAPACITY, queue.limit() + where);
    queue.partitions().stream().filter(part -> !part.name().isEmpty()).forEach(this::add);
    put(QueueKeys.MAXIMUM_ALLOCATION, queue.maximumAllocation().toString());
    put(QueueKeys.MAX_PARALLEL_APPS, number(queue.maximumParallel()));
    put(QueueKeys.ACCESSIBLE_LABELS, labels(details.info().getAccessibleNodeLabels()));
    String label = details.info().getDefaultNodeLabelExpression();
    put(QueueKeys.DEFAULT_LABEL, label == null ? "none" : label);
    put(QueueKeys.DISABLE_PREEMPTION, Boolean.toString(details.isPreemptionDisabled()));
    put(QueueKeys.ORDERING_POLICY, details.orderingPolicy());
    details.acls().forEach((type, users) -> rows.put("ACL " + type, users));
    QueueDetails.Leaf leaf = details.leaf();
    if (leaf != null) {
      add(leaf, details);
    }
    details
        .values()
        .of(leaf == null ? QueueKind.PARENT : QueueKind.LEAF)
        .forEach(rows::putIfAbsent);
  }

  /** Returns a capacity as one figure where it is the same of each resource type. */
  private static String capacity(QueueDetails.Partition partition) {
    Set<String> figures = Set.copyOf(partition.vector().values());
    return figures.size() == 1
        ? figures.iterator().next()
        : CapacityParts.vector(partition).getConfiguredCapacityVector();
  }

  private void put(QueueKey<?> key, String value) {
    rows.put(key.name(), value);
  }

  private void add(PartitionShare partition) {
    String label = "in " + partition.name() + ": ";
    rows.put(label + QueueKeys.CAPACITY.name(), String.valueOf(partition.configured()));
    rows.put(label + QueueKeys.MAXIMUM_CAPACITY.name(), partition.limit().toString());
    if (partition.masterUsed() != null) {
      rows.put(label + MASTERS, partition.masterUsed() + " of " + partition.masterLimit());
    }
  }

  private void add(QueueDetails.Leaf leaf, QueueDetails details) {
    QueueStatistics statistics = details.info().getQueueStatistics();
    put(
        QueueKeys.DISABLE_INTRA_QUEUE_PREEMPTION,
        Boolean.toString(details.isIntraQueuePreemptionDisabled()));
    rows.put(
        "applications",
        "%d running, %d pending"
            .formatted(statistics.getNumAppsRunning(), statistics.getNumAppsPending()));
    put(QueueKeys.MAXIMUM_APPLICATIONS, number(leaf.maximumApplications()));
    rows.put(
        QueueKeys.MAXIMUM_APPLICATIONS + " of a user", number(leaf.maximumApplicationsPerUser()));
    put(QueueKeys.MASTER_SHARE, String.format(Locale.ROOT, "%.4g", leaf.masterPart()));
    rows.put(MASTERS, leaf.masterUsed() + " of " + leaf.masterLimit() + where);
    put(QueueKeys.MINIMUM_USER_LIMIT, String.format(Locale.ROOT, "%.4g", 100 * leaf.userMinimum()));
    put(
        QueueKeys.USER_LIMIT_FACTOR,
        leaf.userFactor() < 0 ? "any" : String.format(Locale.ROOT, "%.4g", leaf.userFactor()));
    put(QueueKeys.DEFAULT_PRIORITY, Integer.toString(leaf.defaultPriority()));
    put(QueueKeys.MAXIMUM_LIFETIME, seconds(leaf.maximumLifetime()));
    put(QueueKeys.DEFAULT_LIFETIME, seconds(leaf.defaultLifetime()));
  }

  private static String number(int most) {
    return most == Integer.MAX_VALUE ? "any number" : Integer.toString(most);
  }

  private static String seconds(long lifetime) {
    return lifetime <= 0 ? "unlimited" : lifetime + " s";
  }

  private static String labels(Set<String> labels) {
    return labels.isEmpty() ? "none" : String.join(",", labels.stream().sorted().toList());
  }

  void write(DIV<Hamlet> box) {
    box.h4("Limits and settings");
    TABLE<DIV<Hamlet>> table = box.table("#settings");
    TBODY<TABLE<DIV<Hamlet>>> body = table.tbody();
    rows.forEach((name, value) -> body.tr().td(name).td(value).__());
    body.__().__();
  }
}
