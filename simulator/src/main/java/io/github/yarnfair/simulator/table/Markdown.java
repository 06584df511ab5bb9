// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.table;

import java.io.PrintWriter;
import java.util.Locale;

/** Lines of tables of Markdown. Numbers are written the same in every locale. */
public final class Markdown {
  private Markdown() {}

  /**
   * Prints the head of a table and the line below it.
   *
   * @param head such as {@code | queue | jobs |}; no cell has a bar in it
   */
  public static void head(PrintWriter out, String head) {
    out.println(head);
    long columns = head.chars().filter(character -> character == '|').count() - 1;
    out.println("|" + "---|".repeat((int) columns));
  }

  /** Prints a line of formatted text. */
  public static void line(PrintWriter out, String format, Object... arguments) {
    out.println(format(format, arguments));
  }

  /** Returns formatted text. */
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
