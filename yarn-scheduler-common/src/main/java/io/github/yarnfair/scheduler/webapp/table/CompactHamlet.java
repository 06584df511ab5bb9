// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.table;

import java.io.PrintWriter;
import java.util.EnumSet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;

/** Writes HTML without line breaks and indentation, which are half of a page with many queues. */
public final class CompactHamlet extends Hamlet {
  /** Writes to a writer. */
  public CompactHamlet(PrintWriter out) {
    super(
        new PrintWriter(out) {
          @Override
          public void println() {
            // Nothing: see above. An empty cell is empty for style sheets, too.
          }
        },
        0,
        false);
  }

  @Override
  protected void indent(EnumSet<EOpt> options) {
    // Nothing: see above.
  }

  /**
   * Writes a link with a name for those who do not see where it is; Hamlet has no method for such.
   * The element around it must have some contents already.
   *
   * @param style classes of the style sheet
   * @param label the name
   * @param text what is shown
   */
  public void link(String style, String address, String label, String text) {
    begin("a", style, label)._attr("href", address).__(text).__();
  }

  /** Writes the sign by which rows of a class are shown. */
  public void fold(String id, String label) {
    Generic<HamletSpec.__> link = begin("a", "unfold", label);
    link._attr("href", "#")._attr("id", id)._attr("aria-expanded", "false").__("\u25b8").__();
  }

  private Generic<HamletSpec.__> begin(String name, String style, String label) {
    return this.<HamletSpec.__>root(name)
        ._inline()
        ._attr("class", style)
        ._attr("aria-label", label);
  }
}
