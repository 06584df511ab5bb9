// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import com.google.inject.Inject;
import org.apache.hadoop.yarn.webapp.view.HtmlBlock;

/** The place of the plots of the last hours, which a script draws after the page is there. */
public class HistoryBlock extends HtmlBlock {
  /** Created by Guice, once for each request. */
  @Inject
  public HistoryBlock(ViewContext context) {
    super(context);
  }

  @Override
  protected void render(Block html) {
    html.div("#history.ui-widget")
        .div(".ui-widget-header.ui-corner-top.shares-header")
        .__("Last Hours")
        .__()
        .div(".ui-widget-content.ui-corner-bottom.plots-live")
        .a(".plots-source", root_url("ws/v1/cluster/scheduler/history"), "These figures as JSON")
        .__()
        .__();
    html.script().$src(root_url("ws/v1/cluster/scheduler/plots/plots.js")).__();
  }
}
