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

import java.io.PrintWriter;
import java.util.EnumSet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;

/** Writes HTML without line breaks and indentation, which are half of a page with many queues. */
final class CompactHamlet extends Hamlet {
  CompactHamlet(PrintWriter out) {
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
  void link(String style, String address, String label, String text) {
    begin("a", style, label)._attr("href", address).__(text).__();
  }

  /** Writes the sign by which rows of a class are shown. */
  void fold(String id, String label) {
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
