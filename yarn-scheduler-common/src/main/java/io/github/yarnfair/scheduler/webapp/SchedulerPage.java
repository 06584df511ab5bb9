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

import org.apache.hadoop.yarn.server.resourcemanager.webapp.RmView;
import org.apache.hadoop.yarn.webapp.SubView;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;

/**
 * The page {@code /cluster/scheduler}: every queue on a line with its share beside the ideal one,
 * and YARN's table of applications below; or, behind the links of its rows, why an application or a
 * queue has what it has.
 */
public class SchedulerPage extends RmView {
  private static final String[] STYLES = {
    "#queues { width: auto; font-size: 90%; border-collapse: collapse; margin: 0 0 0.5em 0 }",
    "#queues th { padding: 4px 8px; text-align: left; white-space: nowrap }",
    "#queues td { padding: 3px 8px; border-top: 1px solid #E4E4E4; white-space: nowrap }",
    "#queues tr.application { display: none; background: #F7F7F7 }",
    "#queues tr.application.shown { display: table-row }",
    "#queues tr.application td { border-top: 1px dotted #E4E4E4; font-size: 90% }",
    "#queues tr.partition td { border-top: 1px dotted #E4E4E4; font-size: 90% }",
    "#queues a.unfold, #queues a.elsewhere { display: inline-block; width: 1.2em; text-decoration: none }",
    "#queues span.leafless { display: inline-block; width: 1.2em }",
    "#queues .number, #queues th.number { text-align: right }",
    "#queues .bar { position: relative; width: 280px; height: 17px }",
    "#queues .bar span { position: absolute; left: 0; box-sizing: border-box }",
    "#queues .limit { top: 0; bottom: 0 }",
    "#queues .used { top: 3px; bottom: 3px }",
    "#queues .ideal { top: 0; bottom: 0 }",
    ".ideal { border: 2px dashed #555 }",
    ".within { background: #5BD75B }",
    ".beyond { background: #FFA333 }",
    ".shares-header { padding: 0.2em 0.5em }",
    ".shares-legend { padding: 0.6em 0.5em }",
    ".shares-legend span { padding: 0 1em; margin-left: 1em }",
    "#shares { margin-bottom: 1.5em; overflow-x: auto }",
    "#queues a.why { font-size: 85% }",
    "#why { padding: 0.2em 1em 1em 1em; overflow-x: auto; text-align: left }",
    "#why .sentence { font-weight: bold }",
    "#why th, #why td { padding: 3px 8px; text-align: left; white-space: nowrap }",
  };

  // The column of the queue in YARN's table of applications.
  private static final int QUEUE_COLUMN = 5;

  private static final String[] SCRIPT = {
    "$(function() {",
    "  $('#queues a.unfold').click(function() {",
    "    $('#queues tr.' + this.id).toggle();",
    "    $(this).text($(this).text() == '\\u25b8' ? '\\u25be' : '\\u25b8');",
    "    return false;",
    "  });",
    "  $('#queues a.queue').click(function() {",
    "    var path = $(this).attr('title').replace(/[^\\w]/g, '\\\\$&');",
    "    var below = $(this).hasClass('parent') ? '\\\\.' : '$';",
    "    $('#apps').dataTable().fnFilter('^' + path + below, " + QUEUE_COLUMN + ", true);",
    "  });",
    "});",
  };

  @Override
  protected void postHead(Hamlet.HTML<__> html) {
    html.style().$type("text/css").__((Object[]) STYLES).__();
    html.link(root_url("ws/v1/cluster/scheduler/plots/plots.css"));
    html.script().$type("text/javascript").__((Object[]) SCRIPT).__();
  }

  @Override
  protected Class<? extends SubView> content() {
    boolean isQuestion = !$(WhyLink.APPLICATION).isEmpty() || !$(WhyLink.QUEUE).isEmpty();
    return isQuestion ? ExplanationBlock.class : QueuesBlock.class;
  }
}
