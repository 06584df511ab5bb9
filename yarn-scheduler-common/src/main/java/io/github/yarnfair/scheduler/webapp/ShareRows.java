// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.report.GangShare;
import io.github.yarnfair.scheduler.report.PartitionShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import io.github.yarnfair.scheduler.report.UserShare;
import io.github.yarnfair.scheduler.webapp.table.CompactHamlet;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import io.github.yarnfair.scheduler.webapp.table.ShareBar;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TBODY;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TD;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines of the table of queues: one for each queue and, to be unfolded, one for each of
 * the users among whom its share is divided, and for each application.
 *
 * @param <T> the element around the table's body
 */
final class ShareRows<T extends HamletSpec.__> {
  /** A page stays readable, and small, with very many applications too. */
  private static final int APPLICATIONS_PER_QUEUE = 100;

  /** With more in all queues together only one queue's are in the page. */
  private static final int APPLICATIONS_IN_PAGE = 500;

  private static final int USERS_PER_QUEUE = 100;

  private static final int OTHER_COLUMNS = 9;
  private static final String PARTS = "Users and applications of ";

  private static final Comparator<UserShare> LARGEST_FIRST =
      Comparator.comparingDouble((UserShare user) -> user.share().dominant())
          .reversed()
          .thenComparing(UserShare::name);

  private final CompactHamlet html;
  private final TBODY<T> body;
  private final List<ResourceColumn> resources;
  private final Waits waits;
  private final Predicate<ApplicationShare> visible;
  private final UnaryOperator<String> link;
  private final String unfolded;
  private boolean isLarge;
  private int foldable;

  /**
   * Prepares to write.
   *
   * @param html what the table's body is written to
   * @param visible which applications the caller may see one by one
   * @param link address of a page below {@code /cluster}
   * @param unfolded full path of the queue of which users and applications are shown also where
   *     there are too many for those of all queues; empty for none
   */
  ShareRows(
      CompactHamlet html,
      TBODY<T> body,
      List<ResourceColumn> resources,
      Waits waits,
      Predicate<ApplicationShare> visible,
      UnaryOperator<String> link,
      String unfolded) {
    this.html = html;
    this.body = body;
    this.resources = resources;
    this.waits = waits;
    this.visible = visible;
    this.link = link;
    this.unfolded = unfolded;
  }

  /** Writes a queue and all below it, and closes the table's body. */
  void add(QueueSnapshot root) {
    isLarge = root.applicationCount() > APPLICATIONS_IN_PAGE;
    add(root, 0);
    body.__();
  }

  private void add(QueueSnapshot queue, int depth) {
    boolean isElsewhere = isElsewhere(queue);
    List<ApplicationShare> applications =
        isElsewhere ? List.of() : queue.applications().stream().filter(visible).toList();
    List<UserShare> users = isElsewhere ? List.of() : queue.users();
    String fold = "unfold" + foldable++;
    TR<TBODY<T>> row = body.tr();
    TD<TR<TBODY<T>>> name = row.td().$style(indent(depth));
    unfolding(name, queue, applications.size() + users.size(), fold);
    name.a(queue.isLeaf() ? ".queue" : ".queue.parent")
        .$href("#apps")
        .$title(queue.isCreated() ? queue.path() + ", created" : queue.path())
        .__(queue.name())
        .__()
        .__(order(queue) + " ");
    html.link("why", link.apply(WhyLink.ofQueue(queue.path())), "why " + queue.path(), "why");
    name.__();
    shares(row, queue.share(), queue.limitFraction());
    row.td(".wait", waits.of(queue)).td(pending(queue.share().pendingInAll()));
    row.td(
        ".number",
        weight(queue.weight()) + " (" + ShareBar.percent(queue.entitledFraction()) + ")");
    row.td(queue.state().name() + keptForGangs(queue));
    row.td(".number", Integer.toString(queue.applicationCount()));
    amounts(row, queue.share(), queue.limitInAll());
    row.__();
    queue.partitions().stream()
        .filter(partition -> isUsable(partition))
        .forEach(partition -> add(partition, depth + 1));
    addParts(users, applications, fold, depth + 1);
    queue.children().forEach(child -> add(child, depth + 1));
  }

  private void addParts(
      List<UserShare> users, List<ApplicationShare> applications, String fold, int depth) {
    users.stream()
        .sorted(LARGEST_FIRST)
        .limit(USERS_PER_QUEUE)
        .forEach(user -> add(user, fold, depth));
    more(users.size() - USERS_PER_QUEUE, "users, with smaller shares", fold, depth);
    applications.stream()
        .limit(APPLICATIONS_PER_QUEUE)
        .forEach(application -> add(application, fold, depth));
    int others = applications.size() - APPLICATIONS_PER_QUEUE;
    more(others, "applications, in the table below", fold, depth);
  }

  /** Writes the sign by which users and applications are shown, if there are any. */
  private void unfolding(TD<TR<TBODY<T>>> name, QueueSnapshot queue, int parts, String fold) {
    if (parts > 0) {
      name.__("");
      html.fold(fold, PARTS + queue.path());
    } else if (isElsewhere(queue) && queue.isLeaf() && queue.applicationCount() > 0) {
      name.__("");
      html.link("elsewhere", unfolded(queue), PARTS + queue.path(), "\u25b8");
    } else {
      name.span(".leafless", "");
    }
  }

  /** Returns whether the page of another address has the queue's users and applications. */
  private boolean isElsewhere(QueueSnapshot queue) {
    return isLarge && !queue.path().equals(unfolded);
  }

  private static String unfolded(QueueSnapshot queue) {
    return "?queue=" + URLEncoder.encode(queue.path(), StandardCharsets.UTF_8) + "#queues";
  }

  /** Returns the order of the applications where it is not by shares. */
  private static String order(QueueSnapshot queue) {
    String order = queue.order();
    return order == null || order.equals("fair") ? "" : " " + order;
  }

  private String keptForGangs(QueueSnapshot queue) {
    return Resources.isNone(queue.keptForGangs())
        ? ""
        : ", kept for gangs: " + ResourceColumn.write(resources, queue.keptForGangs());
  }

  private static String gang(@Nullable GangShare gang) {
    return gang == null ? "" : gang.text();
  }

  private static boolean isUsable(PartitionShare partition) {
    return partition.entitledFraction() > 0.0001 || partition.dominant() > 0.0;
  }

  private void add(PartitionShare partition, int depth) {
    TR<TBODY<T>> row = body.tr(".partition");
    String name = partition.name().isEmpty() ? "no partition" : partition.name();
    row.td().$style(indent(depth)).__("in " + name).__();
    new ShareBar(partition.dominant(), partition.ideal(), partition.limitFraction())
        .write(row, "in " + name + " ", "");
    row.td("").td(pending(partition.pending()));
    String weight = partition.configured();
    row.td(
        ".number",
        (weight == null ? weight(partition.weight()) : weight)
            + " ("
            + ShareBar.percent(partition.entitledFraction())
            + ")");
    row.td("");
    row.td(".number", masters(partition));
    amounts(row, partition.used(), partition.limit());
    row.__();
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

  private void add(UserShare user, String fold, int depth) {
    TR<TBODY<T>> row = body.tr(".application.user." + fold + shown());
    row.td().$style(indent(depth)).__("user " + user.name()).__();
    shares(row, user.share(), user.limitFraction());
    row.td("").td(pending(user.share().pendingInAll()));
    row.td(".number", weight(user.weight()));
    row.td(user.pendingApplications() == 0 ? "" : user.pendingApplications() + " pending");
    row.td(".number", Integer.toString(user.activeApplications() + user.pendingApplications()));
    amounts(row, user.share(), user.partitions().isEmpty() ? user.limit() : null);
    row.__();
  }

  private void add(ApplicationShare application, String fold, int depth) {
    String id = application.id().toString();
    TR<TBODY<T>> row = body.tr(".application." + fold + shown());
    TD<TR<TBODY<T>>> name = row.td().$style(indent(depth));
    name.a(link.apply("app/" + id), waits.name(application))
        .__(" " + id + " " + application.user() + " ");
    html.link("why", link.apply(WhyLink.ofApplication(id)), "why " + id, "why");
    name.__();
    shares(row, application.share(), 0.0);
    row.td(".wait", waits.of(application)).td(pending(application.share().pendingInAll()));
    row.td(".number", "priority " + application.priority());
    row.td(gang(application.gang())).td("");
    amounts(row, application.share(), null);
    row.__();
  }

  /** What was asked for by its address is unfolded. */
  private String shown() {
    return isLarge ? ".shown" : "";
  }

  private void more(int count, String what, String fold, int depth) {
    if (count <= 0) {
      return;
    }
    body.tr(".application." + fold + shown())
        .td()
        .$colspan(resources.size() + OTHER_COLUMNS)
        .$style(indent(depth))
        .__("and " + count + " more " + what)
        .__()
        .__();
  }

  private void shares(TR<TBODY<T>> row, Share share, double limit) {
    String partition = share.dominantPartition();
    new ShareBar(share.dominant(), share.ideal(), limit)
        .write(
            row,
            "dominant share ",
            (share.dominantResource() == null ? "" : " " + share.dominantResource())
                + (partition == null || partition.isEmpty() ? "" : " in " + partition));
  }

  private void amounts(TR<TBODY<T>> row, Share share, @Nullable Resource limit) {
    amounts(row, share.usedInAll(), limit);
  }

  private void amounts(TR<TBODY<T>> row, Resource used, @Nullable Resource limit) {
    for (ResourceColumn resource : resources) {
      String written = resource.write(used);
      row.td(".number", limit == null ? written : written + " / " + resource.write(limit));
    }
  }

  private String pending(Resource pending) {
    return ResourceColumn.write(resources, pending);
  }

  private static String indent(int depth) {
    return "--depth:" + depth;
  }

  private static String weight(double weight) {
    return weight == Math.rint(weight)
        ? String.format(Locale.ROOT, "%.0f", weight)
        : String.format(Locale.ROOT, "%.3f", weight);
  }
}
