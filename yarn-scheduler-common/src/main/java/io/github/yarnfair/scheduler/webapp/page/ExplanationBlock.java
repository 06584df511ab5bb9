// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import com.google.inject.Inject;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Level;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.RequestExplanation;
import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import java.util.List;
import java.util.Locale;
import javax.ws.rs.WebApplicationException;
import org.apache.hadoop.http.HtmlQuoting;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.DIV;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.LI;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TABLE;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TBODY;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.THEAD;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.UL;
import org.apache.hadoop.yarn.webapp.view.HtmlBlock;
import org.jspecify.annotations.Nullable;

/** The page behind a row of the table of queues: why an application or a queue has what it has. */
public class ExplanationBlock extends HtmlBlock {
  private static final List<String> COLUMNS =
      List.of(
          "Level",
          "Weight",
          "Used",
          "Ideal by " + IdealShare.RULE,
          "Guarantee",
          "Key",
          "Resources",
          "Served before");

  private final ResourceManager resourceManager;

  /** Created by Guice, once for each request. */
  @Inject
  public ExplanationBlock(ResourceManager resourceManager, ViewContext context) {
    super(context);
    this.resourceManager = resourceManager;
  }

  @Override
  protected void render(Block html) {
    DIV<Hamlet> box = html.div("#why.ui-widget-content.ui-corner-all");
    Explanations explanations = new Explanations(resourceManager, getCallerUGI());
    try {
      if ($(WhyLink.APPLICATION).isEmpty()) {
        write(box, explanations.queue(parameter(WhyLink.QUEUE)));
      } else {
        write(box, explanations.application(parameter(WhyLink.APPLICATION)));
      }
    } catch (WebApplicationException e) {
      Throwable cause = e.getCause();
      box.h3(String.valueOf((cause == null ? e : cause).getMessage()));
    }
    box.p().a(url("scheduler"), "All queues").__().__();
  }

  /**
   * A filter of Hadoop's quotes parameters for pages that do not; this one quotes what it writes.
   */
  private String parameter(String name) {
    return HtmlQuoting.unquoteHtmlChars($(name));
  }

  private void write(DIV<Hamlet> box, Explanation why) {
    box.h3("%s of user %s in queue %s".formatted(why.id(), why.user(), why.queue()));
    box.p(".sentence").__(why.sentence()).__();
    if (why.expectation() != null) {
      box.p(".expected").__(why.expectation()).__();
    }
    levels(box, why.levels());
    balances(box, why.levels());
    findings(box, why.findings());
    for (RequestExplanation request : why.requests()) {
      box.h4(
          "%d x %s, priority %d%s"
              .formatted(
                  request.containers(),
                  request.size(),
                  request.priority(),
                  request.partition().isEmpty() ? "" : ", partition " + request.partition()));
      if (request.findings().isEmpty()) {
        box.p().__(request.sentence()).__();
      }
      findings(box, request.findings());
    }
    if (why.otherRequests() > 0) {
      box.p().__("and %d more kinds of requests".formatted(why.otherRequests())).__();
    }
    box.p()
        .a(url("app", why.id().toString()), "The application")
        .__(" ")
        .a(url(WhyLink.ofQueue(why.queue())), "Why its queue has what it has")
        .__();
  }

  private void write(DIV<Hamlet> box, QueueExplanation why) {
    box.h3("Queue " + why.path());
    box.p(".sentence").__(why.sentence()).__();
    levels(box, why.levels());
    balances(box, why.levels());
    findings(box, why.findings());
    box.h4("Applications with pending requests: " + why.waitingApplications());
    UL<DIV<Hamlet>> list = box.ul();
    for (ApplicationId id : why.waiting()) {
      list.li().a(url(WhyLink.ofApplication(id.toString())), id.toString()).__();
    }
    list.__();
    settings(box, why.path());
  }

  private void settings(DIV<Hamlet> box, String path) {
    if (resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler) {
      QueueSnapshot queue = scheduler.readings().snapshot().find(path);
      QueueDetails details = scheduler.readings().details().get(path);
      if (queue != null && details != null) {
        new QueueSettingsTable(queue, details).write(box);
      }
    }
  }

  private static void levels(DIV<Hamlet> box, List<Level> levels) {
    TABLE<DIV<Hamlet>> table = box.table("#levels.cards");
    TR<THEAD<TABLE<DIV<Hamlet>>>> head = table.thead(".ui-widget-header").tr();
    COLUMNS.forEach(head::th);
    head.__().__();
    TBODY<TABLE<DIV<Hamlet>>> body = table.tbody();
    for (Level level : levels) {
      TR<TBODY<TABLE<DIV<Hamlet>>>> row = body.tr();
      row.td(level.kind().name().toLowerCase(Locale.ROOT) + " " + level.name());
      row.td(number(level.weight()));
      row.td(percent(level.held())).td(percent(level.ideal())).td(percent(level.guarantee()));
      cell(row, level.key() == null ? "" : number(level.key()));
      row.td(level.used() + largest(level.partition()));
      cell(row, ahead(level.ahead()));
      row.__();
    }
    body.__().__();
  }

  private static String largest(@Nullable String partition) {
    return partition == null ? "" : "; largest part in " + NameColumn.partition(partition);
  }

  private static void balances(DIV<Hamlet> box, List<Level> levels) {
    for (Level level : levels) {
      if (level.balance() != null) {
        String name = level.kind().name().toLowerCase(Locale.ROOT) + " " + level.name();
        box.p(".balance").__("Balance of %s: %s".formatted(name, level.balance())).__();
      }
    }
  }

  /** An empty cell has no title of its own in narrow windows. */
  private static void cell(TR<TBODY<TABLE<DIV<Hamlet>>>> row, String text) {
    row.td(text.isEmpty() ? ".none" : ".some", text);
  }

  private static String ahead(Level.@Nullable Ahead ahead) {
    return ahead == null
        ? ""
        : "%s, key %s%s"
            .formatted(
                ahead.name(),
                number(ahead.key()),
                ahead.others() == 0 ? "" : ", and " + ahead.others() + " more");
  }

  private static void findings(DIV<Hamlet> box, List<Finding> findings) {
    for (Finding finding : findings) {
      UL<DIV<Hamlet>> list = box.ul();
      LI<UL<DIV<Hamlet>>> item = list.li();
      item.b(finding.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ":");
      item.__(finding.sentence());
      UL<LI<UL<DIV<Hamlet>>>> remedies = item.ul();
      for (Remedy remedy : finding.remedies()) {
        remedies.li(remedy.sentence());
      }
      remedies.__().__().__();
    }
  }

  private static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * fraction);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
