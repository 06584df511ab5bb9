// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TABLE;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TBODY;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Above and below the ideal share differ without colours, of queues and of partitions. */
class ShareBarTest {
  private static String html(double used, @Nullable Double ideal) {
    StringWriter text = new StringWriter();
    CompactHamlet html = new CompactHamlet(new PrintWriter(text));
    TR<TBODY<TABLE<Hamlet>>> row = html.table().tbody().tr();
    ShareBar bar = new ShareBar(used, ideal, 1.0, "in mics ", "");
    bar.write(row);
    row.td(bar.usedText()).td(bar.idealText()).__();
    return text.toString().replaceAll("\\s*\n\\s*", "");
  }

  @Test
  void aboveHasASignAndStripes() {
    assertThat(html(0.5, 0.4)).contains(">\u25b2 50.0%<", "used beyond", ">40.0%<");
  }

  @Test
  void belowHasAnotherSign() {
    assertThat(html(0.3, 0.4)).contains(">\u25bc 30.0%<", "used within");
  }

  @Test
  void equalPrintedSharesHaveNoMarker() {
    assertThat(html(0.40002, 0.4)).contains(">40.0%<", "used within").doesNotContain("\u25b2");
    assertThat(html(0.4, null)).contains(">40.0%<", "used within").doesNotContain("ideal");
  }
}
