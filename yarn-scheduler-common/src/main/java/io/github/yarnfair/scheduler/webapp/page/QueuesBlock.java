// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import com.google.inject.Inject;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.webapp.table.Column;
import io.github.yarnfair.scheduler.webapp.table.CompactHamlet;
import io.github.yarnfair.scheduler.webapp.table.ResourceColumn;
import io.github.yarnfair.scheduler.webapp.table.ShareBar;
import java.io.PrintWriter;
import java.io.StringWriter;
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

  private static final String NARROW = "@media (max-width: 800px) {";

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
    QueueSnapshot root = scheduler.readings().snapshot();
    Waits waits =
        new Waits(
            root,
            resourceManager.getRMContext().getRMApps(),
            scheduler.readings().history(),
            Time.now());
    CompactHamlet compact = new CompactHamlet(new PrintWriter(text));
    List<ResourceColumn> resources = ResourceColumn.all();
    WaitingTable waiting = new WaitingTable(compact, resources, this::url);
    waiting.write(waits, this::isVisible);
    NameColumn name = new NameColumn(compact, waits, this::url);
    boolean hasBalances = root.children().stream().anyMatch(queue -> queue.balance() != null);
    write(
        compact,
        root,
        new ShareColumns(name, waits, resources, hasBalances).all(),
        waiting.labels());
    html.getWriter().print(text);
    if (scheduler.readings().history() != null) {
      html.__(HistoryBlock.class);
    }
    boundApplications(html, root.applicationCount());
    html.div("#applications").__(RMAppsBlock.class).__();
  }

  private void write(
      CompactHamlet html,
      QueueSnapshot root,
      List<Column<ShareLine>> columns,
      String labelsOfWaiting) {
    String labels = NARROW + Column.labels("#queues", columns) + "}";
    html.style().$type("text/css").__(labels + NARROW + " " + labelsOfWaiting + "}").__();
    DIV<DIV<Hamlet>> box =
        html.div("#shares.ui-widget")
            .div(".ui-widget-header.ui-corner-top.shares-header")
            .__("Application Queues")
            .__()
            .div(".ui-widget-content.ui-corner-bottom");
    legend(box);
    TABLE<DIV<DIV<Hamlet>>> table = box.table("#queues.cards");
    TR<THEAD<TABLE<DIV<DIV<Hamlet>>>>> header = table.thead(".ui-widget-header").tr();
    columns.forEach(column -> header.th(column.heading()));
    header.__().__();
    new ShareRows<>(table.tbody(), columns, this::isVisible, $("queue")).add(root);
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
