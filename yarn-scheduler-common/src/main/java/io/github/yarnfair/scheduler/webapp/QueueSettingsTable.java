// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
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
 * CapacityScheduler lists them.
 */
final class QueueSettingsTable {
  private final Map<String, String> rows = new LinkedHashMap<>();

  QueueSettingsTable(QueueSnapshot queue, QueueDetails details) {
    rows.put("state", queue.state().name());
    rows.put(
        "capacity",
        CapacityParts.vector(details.partitions().get(0)).getConfiguredCapacityVector());
    rows.put("maximum-capacity", queue.limit().toString());
    rows.put("maximum-allocation", queue.maximumAllocation().toString());
    rows.put("max-parallel-apps", number(queue.maximumParallel()));
    rows.put("accessible-node-labels", labels(details.info().getAccessibleNodeLabels()));
    String label = details.info().getDefaultNodeLabelExpression();
    rows.put("default-node-label-expression", label == null ? "none" : label);
    rows.put("disable_preemption", Boolean.toString(details.isPreemptionDisabled()));
    rows.put("ordering-policy", details.orderingPolicy());
    details.acls().forEach((type, users) -> rows.put("ACL " + type, users));
    QueueDetails.Leaf leaf = details.leaf();
    if (leaf != null) {
      add(leaf, details);
    }
  }

  private void add(QueueDetails.Leaf leaf, QueueDetails details) {
    QueueStatistics statistics = details.info().getQueueStatistics();
    rows.put(
        "intra-queue-preemption.disable_preemption",
        Boolean.toString(details.isIntraQueuePreemptionDisabled()));
    rows.put(
        "applications",
        "%d running, %d pending"
            .formatted(statistics.getNumAppsRunning(), statistics.getNumAppsPending()));
    rows.put("maximum-applications", number(leaf.maximumApplications()));
    rows.put("maximum-applications of a user", number(leaf.maximumApplicationsPerUser()));
    rows.put("maximum-am-resource-percent", String.format(Locale.ROOT, "%.4g", leaf.masterPart()));
    rows.put("application masters", leaf.masterUsed() + " of " + leaf.masterLimit());
    rows.put(
        "minimum-user-limit-percent", String.format(Locale.ROOT, "%.4g", 100 * leaf.userMinimum()));
    rows.put(
        "user-limit-factor",
        leaf.userFactor() < 0 ? "any" : String.format(Locale.ROOT, "%.4g", leaf.userFactor()));
    rows.put("default-application-priority", Integer.toString(leaf.defaultPriority()));
    rows.put("maximum-application-lifetime", seconds(leaf.maximumLifetime()));
    rows.put("default-application-lifetime", seconds(leaf.defaultLifetime()));
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
