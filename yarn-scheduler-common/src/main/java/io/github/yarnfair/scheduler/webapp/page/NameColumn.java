// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.report.PartitionShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.webapp.table.Column;
import io.github.yarnfair.scheduler.webapp.table.CompactHamlet;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TD;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;

/** The first column of the table of queues: names, indented, with links and signs to unfold. */
final class NameColumn extends Column<ShareLine> {
  private static final String PARTS = "Users and applications of ";

  private final CompactHamlet html;
  private final Waits waits;
  private final UnaryOperator<String> link;

  /**
   * @param html what the table is written to
   * @param link address of a page below {@code /cluster}
   */
  NameColumn(CompactHamlet html, Waits waits, UnaryOperator<String> link) {
    super("Queue");
    this.html = html;
    this.waits = waits;
    this.link = link;
  }

  @Override
  public boolean isLabelled() {
    return false;
  }

  @Override
  public <T extends HamletSpec.__> void write(TR<T> row, ShareLine line) {
    TD<TR<T>> cell = row.td().$style(indent(line.depth()));
    if (line instanceof ShareLine.OfQueue queue) {
      write(cell, queue);
    } else if (line instanceof ShareLine.OfPartition partition) {
      cell.__("in " + name(partition.partition()));
    } else if (line instanceof ShareLine.OfUser user) {
      cell.__("user " + user.user().name());
    } else if (line instanceof ShareLine.OfApplication application) {
      write(cell, application.application());
    }
    cell.__();
  }

  private void write(TD<?> cell, ShareLine.OfQueue line) {
    QueueSnapshot queue = line.queue();
    unfolding(cell, line);
    cell.a(queue.isLeaf() ? ".queue" : ".queue.parent")
        .$href("#apps")
        .$title(queue.isCreated() ? queue.path() + ", created" : queue.path())
        .__(queue.name())
        .__()
        .__(order(queue) + " ");
    html.link("why", link.apply(WhyLink.ofQueue(queue.path())), "why " + queue.path(), "why");
  }

  private void write(TD<?> cell, ApplicationShare application) {
    String id = application.id().toString();
    cell.a(link.apply("app/" + id), waits.name(application))
        .__(" " + id + " " + application.user() + " ");
    html.link("why", link.apply(WhyLink.ofApplication(id)), "why " + id, "why");
  }

  /** Writes the sign by which users and applications are shown, if there are any. */
  private void unfolding(TD<?> name, ShareLine.OfQueue line) {
    QueueSnapshot queue = line.queue();
    if (line.parts() > 0) {
      name.__("");
      html.fold(line.fold(), PARTS + queue.path());
    } else if (line.isElsewhere() && queue.isLeaf() && queue.applicationCount() > 0) {
      name.__("");
      html.link("elsewhere", unfolded(queue), PARTS + queue.path(), "\u25b8");
    } else {
      name.span(".leafless", "");
    }
  }

  private static String unfolded(QueueSnapshot queue) {
    return "?queue=" + URLEncoder.encode(queue.path(), StandardCharsets.UTF_8) + "#queues";
  }

  /** Returns the order of the applications where it is not by shares. */
  private static String order(QueueSnapshot queue) {
    String order = queue.order();
    return order == null || order.equals("fair") ? "" : " " + order;
  }

  static String name(PartitionShare partition) {
    return partition(partition.name());
  }

  /** Returns the name of a partition; that of the nodes without a label is empty. */
  static String partition(String name) {
    return name.isEmpty() ? "no partition" : name;
  }

  static String indent(int depth) {
    return "--depth:" + depth;
  }
}
