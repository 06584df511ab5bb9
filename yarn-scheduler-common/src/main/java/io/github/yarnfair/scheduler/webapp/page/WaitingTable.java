// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.report.GangShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.webapp.table.Column;
import io.github.yarnfair.scheduler.webapp.table.CompactHamlet;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.DIV;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TABLE;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TBODY;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TD;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.THEAD;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;

/** Writes the applications that wait longest, by name. */
final class WaitingTable {
  private static final int MOST = 10;

  private final CompactHamlet html;
  private final List<ResourceColumn> resources;
  private final List<Column<Waits.Waiting>> columns;

  /**
   * @param link address of a page below {@code /cluster}
   */
  WaitingTable(CompactHamlet html, List<ResourceColumn> resources, UnaryOperator<String> link) {
    this.html = html;
    this.resources = resources;
    columns =
        List.of(
            Column.<Waits.Waiting>of("Waits", each -> Waits.text(each.millis())).withoutLabel(),
            new ApplicationColumn(link),
            Column.<Waits.Waiting>of("Queue", Waits.Waiting::queue).withoutLabel(),
            Column.<Waits.Waiting>of("User", each -> each.application().user()).withoutLabel(),
            Column.of("Pending", each -> pending(each.application())),
            new WhyColumn(html, link));
  }

  /** Returns rules of a style sheet for narrow windows. */
  String labels() {
    return Column.labels("#waits", columns);
  }

  /** The name, with a link to the application's page. */
  private static final class ApplicationColumn extends Column<Waits.Waiting> {
    private final UnaryOperator<String> link;

    ApplicationColumn(UnaryOperator<String> link) {
      super("Application");
      this.link = link;
    }

    @Override
    public boolean isLabelled() {
      return false;
    }

    @Override
    public <T extends HamletSpec.__> void write(TR<T> row, Waits.Waiting each) {
      row.td().a(link.apply("app/" + each.application().id()), each.name()).__();
    }
  }

  /** The link to the explanation. */
  private static final class WhyColumn extends Column<Waits.Waiting> {
    private final CompactHamlet html;
    private final UnaryOperator<String> link;

    WhyColumn(CompactHamlet html, UnaryOperator<String> link) {
      super("");
      this.html = html;
      this.link = link;
    }

    @Override
    public boolean isLabelled() {
      return false;
    }

    @Override
    public <T extends HamletSpec.__> void write(TR<T> row, Waits.Waiting each) {
      String id = each.application().id().toString();
      TD<?> why = row.td().__("");
      html.link("why", link.apply(WhyLink.ofApplication(id)), "why " + id + " waits", "why");
      why.__();
    }
  }

  /**
   * Writes the table.
   *
   * @param visible which applications the caller may see one by one
   */
  void write(Waits waits, Predicate<ApplicationShare> visible) {
    List<Waits.Waiting> waiting = waits.longestFirst();
    DIV<DIV<Hamlet>> box =
        html.div("#waiting.ui-widget")
            .div(".ui-widget-header.ui-corner-top.shares-header")
            .__("What Waits")
            .__()
            .div(".ui-widget-content.ui-corner-bottom");
    if (waiting.isEmpty()) {
      box.div(".shares-note").__("No application has pending requests.").__();
    } else {
      box.div(".shares-note")
          .__(
              "Applications with pending requests: %d. Longest without a new container: %s."
                  .formatted(waiting.size(), Waits.text(waiting.get(0).millis())))
          .__();
      rows(box, waiting.stream().filter(each -> visible.test(each.application())).toList());
    }
    box.__().__();
  }

  private void rows(DIV<DIV<Hamlet>> box, List<Waits.Waiting> waiting) {
    TABLE<DIV<DIV<Hamlet>>> table = box.table("#waits.cards");
    TR<THEAD<TABLE<DIV<DIV<Hamlet>>>>> head = table.thead(".ui-widget-header").tr();
    columns.forEach(column -> head.th(column.heading()));
    head.__().__();
    TBODY<TABLE<DIV<DIV<Hamlet>>>> body = table.tbody();
    for (Waits.Waiting each : waiting.subList(0, Math.min(MOST, waiting.size()))) {
      TR<TBODY<TABLE<DIV<DIV<Hamlet>>>>> row = body.tr();
      columns.forEach(column -> column.write(row, each));
      row.__();
    }
    body.__().__();
  }

  private String pending(ApplicationShare application) {
    if (application.isHeldBack()) {
      return "held back by a limit";
    }
    String amounts = ResourceColumn.write(resources, application.share().pendingInAll());
    GangShare gang = application.gang();
    return gang == null ? amounts : amounts.isEmpty() ? gang.text() : amounts + ", " + gang.text();
  }
}
