// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import com.google.inject.Inject;
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.webapp.table.CompactHamlet;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import io.github.yarnfair.scheduler.webapp.table.ShareBar;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.MetricsOverviewTable;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMAppsBlock;
import org.apache.hadoop.yarn.webapp.YarnWebParams;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.DIV;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TABLE;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.THEAD;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.view.HtmlBlock;

/** The contents of the scheduler's page. */
public class QueuesBlock extends HtmlBlock {
  private static final int MOST_APPLICATIONS = 500;

  /** Titles of the columns before those of the resource types. */
  private static final List<String> COLUMNS =
      List.of(
          "Queue", "Share", "Used", "Ideal", "Oldest wait", "Pending", "Weight", "State", "Apps");

  private static final String WAIT_LABELS =
      "@media (max-width: 800px) { #waits td:nth-child(5)::before { content: \"Pending \" } }";

  private final ResourceManager resourceManager;
  private final HierarchicalScheduler scheduler;

  /** Created by Guice, once for each request. */
  @Inject
  public QueuesBlock(ResourceManager resourceManager, ViewContext context) {
    super(context);
    this.resourceManager = resourceManager;
    scheduler = (HierarchicalScheduler) resourceManager.getResourceScheduler();
  }

  @Override
  protected void render(Block html) {
    html.__(MetricsOverviewTable.class);
    // Written at once: the answer's writer takes several times as long, piece by piece.
    StringWriter text = new StringWriter();
    QueueSnapshot root = scheduler.snapshot();
    Waits waits =
        new Waits(
            root, resourceManager.getRMContext().getRMApps(), scheduler.history(), Time.now());
    CompactHamlet compact = new CompactHamlet(new PrintWriter(text));
    List<ResourceColumn> resources = ResourceColumn.all();
    new WaitingTable(compact, resources, this::url).write(waits, this::isVisible);
    write(compact, root, waits, resources);
    html.getWriter().print(text);
    if (scheduler.history() != null) {
      html.__(HistoryBlock.class);
    }
    boundApplications(html, root.applicationCount());
    html.div("#applications").__(RMAppsBlock.class).__();
  }

  private void write(
      CompactHamlet html, QueueSnapshot root, Waits waits, List<ResourceColumn> resources) {
    List<String> titles = new ArrayList<>(COLUMNS);
    resources.forEach(resource -> titles.add(resource.title()));
    html.style().$type("text/css").__(labels("#queues", titles) + WAIT_LABELS).__();
    DIV<DIV<Hamlet>> box =
        html.div("#shares.ui-widget")
            .div(".ui-widget-header.ui-corner-top.shares-header")
            .__("Application Queues")
            .__()
            .div(".ui-widget-content.ui-corner-bottom");
    legend(box);
    TABLE<DIV<DIV<Hamlet>>> table = box.table("#queues.cards");
    header(table, titles);
    new ShareRows<>(html, table.tbody(), resources, waits, this::isVisible, this::url, $("queue"))
        .add(root);
    table.__().__().__();
  }

  /** YARN's table of applications has only the first ones, unless the address names a number. */
  private void boundApplications(Block html, int count) {
    if (count > MOST_APPLICATIONS && $(YarnWebParams.APPS_NUM).isEmpty()) {
      set(YarnWebParams.APPS_NUM, Integer.toString(MOST_APPLICATIONS));
      html.div(".shares-header")
          .__(MOST_APPLICATIONS + " of " + count + " applications are in this table: ")
          .a("?" + YarnWebParams.APPS_NUM + "=" + count + "#apps", "show all")
          .__(". Those of a queue are behind its line above.")
          .__();
    }
  }

  private static void legend(DIV<DIV<Hamlet>> box) {
    box.div(".shares-legend")
        .b("Legend:")
        .span(".within.ui-corner-all", "Used")
        .span(".beyond.ui-corner-all", ShareBar.ABOVE + "Used, above the ideal share")
        .span(ShareBar.BELOW + "Used, below the ideal share")
        .span(".ideal.ui-corner-all", "Ideal share by " + IdealShare.RULE)
        .span(".limit.ui-corner-all", "Max Capacity")
        .span("Resources: used / max")
        .__();
  }

  private static void header(TABLE<DIV<DIV<Hamlet>>> table, List<String> titles) {
    TR<THEAD<TABLE<DIV<DIV<Hamlet>>>>> row = table.thead(".ui-widget-header").tr();
    titles.forEach(row::th);
    row.__().__();
  }

  /**
   * Returns style sheets by which a narrow window, where lines are paragraphs, has the title before
   * each figure. Titles are names of resource types, which have no quotes.
   */
  private static String labels(String table, List<String> titles) {
    StringBuilder rules = new StringBuilder("@media (max-width: 800px) {");
    for (int i = 2; i < titles.size(); i++) {
      rules.append(
          "%s td:nth-child(%d)::before { content: \"%s \" } "
              .formatted(table, i + 1, titles.get(i).replaceAll("[^A-Za-z0-9./_ -]", "")));
    }
    return rules.append("}").toString();
  }

  /**
   * Visible, as in YARN's own pages, to the owner, to users whom the owner allows, and to the
   * queue's administrators.
   */
  private boolean isVisible(ApplicationShare application) {
    UserGroupInformation caller = getCallerUGI();
    RMApp app = resourceManager.getRMContext().getRMApps().get(application.id());
    if (caller == null || app == null) {
      return app != null;
    }
    return resourceManager
            .getApplicationACLsManager()
            .checkAccess(caller, ApplicationAccessType.VIEW_APP, app.getUser(), application.id())
        || scheduler.checkAccess(caller, QueueACL.ADMINISTER_QUEUE, app.getQueue());
  }
}
