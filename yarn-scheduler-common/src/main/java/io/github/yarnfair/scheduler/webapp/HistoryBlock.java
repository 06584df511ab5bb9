/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.webapp;

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
