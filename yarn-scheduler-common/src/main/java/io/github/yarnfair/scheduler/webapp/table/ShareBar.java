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
 */
public record ShareBar(double used, @Nullable Double ideal, double limit) {
  /** Before a share above the ideal one. */
  public static final String ABOVE = "\u25b2 ";

  /** Before a share below the ideal one. */
  public static final String BELOW = "\u25bc ";

  /**
   * Writes three cells: the bar, the usage and the ideal share.
   *
   * @param where names the base of the figures; precedes them in the bar's title
   * @param what follows the figure of the usage
   */
  public <T extends HamletSpec.__> void write(TR<T> row, String where, String what) {
    String figure = percent(used);
    String aim = ideal == null ? "" : percent(ideal);
    // Shares that print equal count as equal: they come in whole tasks and are rarely exactly
    // equal.
    boolean differs = ideal != null && !figure.equals(aim);
    boolean isAbove = differs && ideal != null && used > ideal;
    DIV<TD<TR<T>>> bar =
        row.td().div(".bar").$title(where + figure + (ideal == null ? "" : ", ideal " + aim));
    layer(bar, "limit", limit);
    layer(bar, isAbove ? "used beyond" : "used within", used);
    layer(bar, "ideal", ideal == null ? 0.0 : ideal);
    bar.__().__();
    row.td((isAbove ? ABOVE : differs ? BELOW : "") + figure + what);
    row.td(".number", aim);
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
