// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells, the first column aligned to the left and the others to the right. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row. */
  public void row(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /** Returns the lines, columns two spaces apart. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String format = column == 0 ? "%-" + width(column) + "s" : "  %" + width(column) + "s";
        line.append(format.formatted(row.get(column)));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private int width(int column) {
    // At least 1: a format has no width of 0.
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .reduce(1, Math::max);
  }
}
