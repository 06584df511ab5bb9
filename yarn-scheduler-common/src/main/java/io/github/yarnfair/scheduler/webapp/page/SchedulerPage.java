// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.hadoop.http.HtmlQuoting;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RmView;
import org.apache.hadoop.yarn.webapp.Params;
import org.apache.hadoop.yarn.webapp.SubView;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;

/**
 * The page {@code /cluster/scheduler}: what waits, every queue on a line with its share beside the
 * ideal one, and YARN's table of applications below; or, behind the links of its rows, why an
 * application or a queue has what it has.
 */
public class SchedulerPage extends RmView {
  /** In the page itself, since the service that serves files may be another one. */
  private static final String STYLE = read("scheduler.css");

  private static final String SCRIPT = read("scheduler.js");

  private static String read(String name) {
    try (InputStream in =
        Objects.requireNonNull(SchedulerPage.class.getResourceAsStream(name), name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.substring(text.indexOf("*/") + 2).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** YARN's heading is a list of states, and its script needs the table of applications. */
  @Override
  protected void preHead(Hamlet.HTML<__> html) {
    String scheduler = $(Params.TITLE);
    if (isQuestion()) {
      commonPreHead(html);
      String what = $(WhyLink.APPLICATION).isEmpty() ? $(WhyLink.QUEUE) : $(WhyLink.APPLICATION);
      setTitle(scheduler + ": why " + HtmlQuoting.unquoteHtmlChars(what));
    } else {
      super.preHead(html);
      setTitle(scheduler);
    }
  }

  @Override
  protected void postHead(Hamlet.HTML<__> html) {
    html.meta("viewport", "width=device-width, initial-scale=1");
    html.style().$type("text/css").__(STYLE).__();
    html.link(root_url("ws/v1/cluster/scheduler/plots/plots.css"));
    html.script().$type("text/javascript").__(SCRIPT).__();
  }

  private boolean isQuestion() {
    return !$(WhyLink.APPLICATION).isEmpty() || !$(WhyLink.QUEUE).isEmpty();
  }

  @Override
  protected Class<? extends SubView> content() {
    return isQuestion() ? ExplanationBlock.class : QueuesBlock.class;
  }
}
