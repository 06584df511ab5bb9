// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.report.GangShare;
import io.github.yarnfair.scheduler.report.PartitionShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import io.github.yarnfair.scheduler.report.UserShare;
import io.github.yarnfair.scheduler.webapp.page.ShareLine.Figure;
import io.github.yarnfair.scheduler.webapp.table.Column;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import io.github.yarnfair.scheduler.webapp.table.ShareBar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;
import org.jspecify.annotations.Nullable;

/** The columns of the table of queues, from left to right. */
final class ShareColumns {
  private static final Figure<ShareBar> BAR =
      new Figure<ShareBar>()
          .ofQueues(queue -> bar(queue.share(), queue.limitFraction()))
          .ofPartitions(
              partition ->
                  new ShareBar(
                      partition.dominant(),
                      partition.ideal(),
                      partition.limitFraction(),
                      "in " + NameColumn.name(partition) + " ",
                      ""))
          .ofUsers(user -> bar(user.share(), user.limitFraction()))
          .ofApplications(application -> bar(application.share(), 0.0));

  private final List<ResourceColumn> resources;
  private final List<Column<ShareLine>> all = new ArrayList<>();

  /**
   * Declares the columns.
   *
   * @param name the first one
   * @param hasBalances whether shares have a memory
   */
  ShareColumns(NameColumn name, Waits waits, List<ResourceColumn> resources, boolean hasBalances) {
    this.resources = resources;
    all.add(name);
    all.add(new BarColumn());
    all.add(Column.of("Used", line -> bar(line).usedText()));
    all.add(Column.of("Ideal", ".number", line -> bar(line).idealText()));
    add("Oldest wait", ".wait", text().ofQueues(waits::of).ofApplications(waits::of));
    add(
        "Pending",
        "",
        text()
            .ofQueues(queue -> pending(queue.share().pendingInAll()))
            .ofPartitions(partition -> pending(partition.pending()))
            .ofUsers(user -> pending(user.share().pendingInAll()))
            .ofApplications(application -> pending(application.share().pendingInAll())));
    addWeights(hasBalances);
    add(
        "State",
        "",
        text()
            .ofQueues(queue -> queue.state().name() + keptForGangs(queue))
            .ofUsers(user -> pendingApplications(user.pendingApplications()))
            .ofApplications(application -> gang(application.gang())));
    add(
        "Apps",
        ".number",
        text()
            .ofQueues(queue -> Integer.toString(queue.applicationCount()))
            .ofPartitions(this::masters)
            .ofUsers(
                user -> Integer.toString(user.activeApplications() + user.pendingApplications())));
    resources.forEach(this::addAmounts);
  }

  private void addWeights(boolean hasBalances) {
    add(
        "Weight",
        ".number",
        text()
            .ofQueues(queue -> weight(queue.weight()) + entitled(queue.entitledFraction()))
            .ofPartitions(part -> configured(part) + entitled(part.entitledFraction()))
            .ofUsers(user -> weight(user.weight()))
            .ofApplications(application -> "priority " + application.priority()));
    if (hasBalances) {
      add("Balance", "", text().ofQueues(QueueSnapshot::balance).ofUsers(UserShare::balance));
    }
  }

  /** Returns all columns, from left to right. */
  List<Column<ShareLine>> all() {
    return all;
  }

  private void addAmounts(ResourceColumn resource) {
    add(
        resource.title(),
        ".number",
        text()
            .ofQueues(queue -> amount(resource, queue.share().usedInAll(), queue.limitInAll()))
            .ofPartitions(partition -> amount(resource, partition.used(), partition.limit()))
            .ofUsers(
                user ->
                    amount(
                        resource,
                        user.share().usedInAll(),
                        user.partitions().isEmpty() ? user.limit() : null))
            .ofApplications(
                application -> amount(resource, application.share().usedInAll(), null)));
  }

  private void add(String heading, String style, Figure<String> text) {
    Function<ShareLine, @Nullable String> cell = line -> line.show(text);
    all.add(Column.of(heading, style, cell));
  }

  private static Figure<String> text() {
    return new Figure<>();
  }

  /** The share beside the ideal one and the limit, as a picture. */
  private static final class BarColumn extends Column<ShareLine> {
    BarColumn() {
      super("Share");
    }

    @Override
    public boolean isLabelled() {
      return false;
    }

    @Override
    public <T extends HamletSpec.__> void write(TR<T> row, ShareLine line) {
      bar(line).write(row);
    }
  }

  private static ShareBar bar(ShareLine line) {
    return Objects.requireNonNull(line.show(BAR));
  }

  private static ShareBar bar(Share share, double limit) {
    String partition = share.dominantPartition();
    return new ShareBar(
        share.dominant(),
        share.ideal(),
        limit,
        "dominant share ",
        (share.dominantResource() == null ? "" : " " + share.dominantResource())
            + (partition == null ? "" : " in " + NameColumn.partition(partition)));
  }

  private String keptForGangs(QueueSnapshot queue) {
    return Resources.isNone(queue.keptForGangs())
        ? ""
        : ", kept for gangs: " + ResourceColumn.write(resources, queue.keptForGangs());
  }

  private static String gang(@Nullable GangShare gang) {
    return gang == null ? "" : gang.text();
  }

  private static String pendingApplications(int pending) {
    return pending == 0 ? "" : pending + " pending";
  }

  private String masters(PartitionShare partition) {
    Resource used = partition.masterUsed();
    Resource limit = partition.masterLimit();
    if (used == null || limit == null) {
      return "";
    }
    ResourceColumn first = resources.get(0);
    return "AMs " + first.write(used) + " / " + first.write(limit);
  }

  private static String configured(PartitionShare partition) {
    String configured = partition.configured();
    return configured == null ? weight(partition.weight()) : configured;
  }

  private static String entitled(double fraction) {
    return " (" + ShareBar.percent(fraction) + ")";
  }

  private static String amount(ResourceColumn resource, Resource used, @Nullable Resource limit) {
    String written = resource.write(used);
    return limit == null ? written : written + " / " + resource.write(limit);
  }

  private String pending(Resource pending) {
    return ResourceColumn.write(resources, pending);
  }

  private static String weight(double weight) {
    return weight == Math.rint(weight)
        ? String.format(Locale.ROOT, "%.0f", weight)
        : String.format(Locale.ROOT, "%.3f", weight);
  }
}
