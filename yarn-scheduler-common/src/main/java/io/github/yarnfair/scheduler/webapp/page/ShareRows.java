// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.report.PartitionShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.report.UserShare;
import io.github.yarnfair.scheduler.webapp.table.Column;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TBODY;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;

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

  private static final Comparator<UserShare> LARGEST_FIRST =
      Comparator.comparingDouble((UserShare user) -> user.share().dominant())
          .reversed()
          .thenComparing(UserShare::name);

  private final TBODY<T> body;
  private final List<Column<ShareLine>> columns;
  private final Predicate<ApplicationShare> visible;
  private final String unfolded;
  private boolean isLarge;
  private int foldable;

  /**
   * Prepares to write.
   *
   * @param visible which applications the caller may see one by one
   * @param unfolded full path of the queue of which users and applications are shown also where
   *     there are too many for those of all queues; empty for none
   */
  ShareRows(
      TBODY<T> body,
      List<Column<ShareLine>> columns,
      Predicate<ApplicationShare> visible,
      String unfolded) {
    this.body = body;
    this.columns = columns;
    this.visible = visible;
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
    write(
        body.tr(),
        new ShareLine.OfQueue(queue, depth, fold, applications.size() + users.size(), isElsewhere));
    partitions(queue)
        .forEach(part -> write(body.tr(".partition"), new ShareLine.OfPartition(part, depth + 1)));
    addParts(users, applications, fold, depth + 1);
    queue.children().forEach(child -> add(child, depth + 1));
  }

  private void write(TR<TBODY<T>> row, ShareLine line) {
    columns.forEach(column -> column.write(row, line));
    row.__();
  }

  private void addParts(
      List<UserShare> users, List<ApplicationShare> applications, String fold, int depth) {
    users.stream()
        .sorted(LARGEST_FIRST)
        .limit(USERS_PER_QUEUE)
        .forEach(
            user -> write(part(".application.user.", fold), new ShareLine.OfUser(user, depth)));
    more(users.size() - USERS_PER_QUEUE, "users, with smaller shares", fold, depth);
    applications.stream()
        .limit(APPLICATIONS_PER_QUEUE)
        .forEach(
            application ->
                write(
                    part(".application.", fold), new ShareLine.OfApplication(application, depth)));
    int others = applications.size() - APPLICATIONS_PER_QUEUE;
    more(others, "applications, in the table below", fold, depth);
  }

  /** Begins a line that is shown by a sign; what was asked for by its address is shown at once. */
  private TR<TBODY<T>> part(String style, String fold) {
    return body.tr(style + fold + (isLarge ? ".shown" : ""));
  }

  /** Returns whether the page of another address has the queue's users and applications. */
  private boolean isElsewhere(QueueSnapshot queue) {
    return isLarge && !queue.path().equals(unfolded);
  }

  /**
   * Returns the partitions that have a line of their own; none where the queue has a part of the
   * nodes without a label alone, which is what its own line is of.
   */
  private static List<PartitionShare> partitions(QueueSnapshot queue) {
    List<PartitionShare> usable = queue.partitions().stream().filter(ShareRows::isUsable).toList();
    return usable.stream().allMatch(partition -> partition.name().isEmpty()) ? List.of() : usable;
  }

  private static boolean isUsable(PartitionShare partition) {
    return partition.entitledFraction() > 0.0001 || partition.dominant() > 0.0;
  }

  private void more(int count, String what, String fold, int depth) {
    if (count <= 0) {
      return;
    }
    part(".application.", fold)
        .td()
        .$colspan(columns.size())
        .$style(NameColumn.indent(depth))
        .__("and " + count + " more " + what)
        .__()
        .__();
  }
}
