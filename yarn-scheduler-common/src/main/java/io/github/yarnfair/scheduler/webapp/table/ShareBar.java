// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.table;

import java.util.Locale;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.DIV;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TD;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;
import org.jspecify.annotations.Nullable;

/**
 * A share beside the ideal one: a bar, and the figure with a sign where it is above or below.
 *
 * @param used a fraction
 * @param ideal a fraction, null if there is none
 * @param limit a fraction, 0 for none
 * @param where names the base of the figures; precedes them in the bar's title
 * @param what follows the figure of the usage
 */
public record ShareBar(
    double used, @Nullable Double ideal, double limit, String where, String what) {
  /** Before a share above the ideal one. */
  public static final String ABOVE = "\u25b2 ";

  /** Before a share below the ideal one. */
  public static final String BELOW = "\u25bc ";

  /** Writes the cell of the bar. */
  public <T extends HamletSpec.__> void write(TR<T> row) {
    DIV<TD<TR<T>>> bar =
        row.td()
            .div(".bar")
            .$title(where + percent(used) + (ideal == null ? "" : ", ideal " + idealText()));
    layer(bar, "limit", limit);
    layer(bar, isAbove() ? "used beyond" : "used within", used);
    layer(bar, "ideal", ideal == null ? 0.0 : ideal);
    bar.__().__();
  }

  /** Returns the usage, with a sign where it is above or below the ideal share. */
  public String usedText() {
    String sign = isAbove() ? ABOVE : differs() ? BELOW : "";
    return sign + percent(used) + what;
  }

  /** Returns the ideal share; empty if there is none. */
  public String idealText() {
    return ideal == null ? "" : percent(ideal);
  }

  private boolean isAbove() {
    return differs() && ideal != null && used > ideal;
  }

  /**
   * Shares that print equal count as equal: they come in whole tasks and are rarely exactly equal.
   */
  private boolean differs() {
    return ideal != null && !percent(used).equals(idealText());
  }

  private static void layer(DIV<?> bar, String style, double fraction) {
    if (fraction > 0) {
      bar.span()
          .$class(style + " ui-corner-all")
          .$style(String.format(Locale.ROOT, "width:%.2f%%", 100 * Math.min(1.0, fraction)))
          .__();
    }
  }

  /** Writes a fraction in percent. */
  public static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * fraction);
  }
}
