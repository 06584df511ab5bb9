// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.table;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of text in columns: the first flush left, the others flush right. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row; all rows have equally many cells. */
  public TextTable add(List<String> row) {
    rows.add(row);
    return this;
  }

  /** Prints all rows. */
  public void print(PrintWriter out) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String padding = " ".repeat(width(column) - cell.length());
        line.append(column == 0 ? cell + padding : GAP + padding + cell);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  /** Writes a number with at most three decimals. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value).replaceFirst("\\.?0+$", "");
  }
}
