// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of lines with equally many cells, separated by commas, below a line with the names of the
 * columns. Cells have no quotes.
 *
 * @param columns names, in order
 */
record CsvTable(Where header, List<String> columns, List<Row> rows) {
  static CsvTable read(Path file) throws IOException {
    List<String> lines = TextFile.lines(file);
    Where header = new Where(file.toString(), 1);
    if (lines.size() < 2) {
      throw header.refuse(
          lines.isEmpty() ? "an empty file" : "one line", "a line of columns, and lines below");
    }
    List<String> columns = cells(lines.get(0));
    List<Row> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        Row row = new Row(new Where(file.toString(), i + 1), columns, cells(lines.get(i)));
        if (row.cells.size() != columns.size()) {
          throw row.where.refuse(row.cells.size() + " columns", columns.size() + ", as in line 1");
        }
        rows.add(row);
      }
    }
    return new CsvTable(header, columns, rows);
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    for (String cell : line.split(",", -1)) {
      cells.add(cell.trim());
    }
    return cells;
  }

  /** Checks that columns are there. */
  void require(String... names) throws InputException {
    for (String name : names) {
      if (!columns.contains(name)) {
        throw header.refuse("columns " + String.join(",", columns), "a column " + name);
      }
    }
  }

  /** A line of cells. */
  record Row(Where where, List<String> columns, List<String> cells) {
    /** Returns a cell; empty if there is no such column. */
    String optional(String column) {
      int index = columns.indexOf(column);
      return index < 0 ? "" : cells.get(index);
    }

    /** Returns a cell that has text. */
    String text(String column) throws InputException {
      if (!columns.contains(column)) {
        throw where.refuse("columns " + String.join(",", columns), "a column " + column);
      }
      String text = optional(column);
      if (text.isEmpty()) {
        throw where.refuse("no " + column, "a name");
      }
      return text;
    }

    /** Returns a whole number of at least a bound. */
    long number(String column, long least) throws InputException {
      return where.number(column, optional(column), least);
    }
  }
}
