// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.table;

import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TR;
import org.apache.hadoop.yarn.webapp.hamlet2.HamletSpec;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table: its heading, and the cell of each line.
 *
 * @param <L> what a line shows
 */
public abstract class Column<L> {
  private final String heading;

  /** Creates a column; the heading may be empty. */
  protected Column(String heading) {
    this.heading = heading;
  }

  /** Returns a column of text without a style. */
  public static <L> Column<L> of(String heading, Function<L, @Nullable String> text) {
    return of(heading, "", text);
  }

  /**
   * Returns a column of text.
   *
   * @param style selector of the cell's class, such as {@code .number}; empty for none
   * @param text contents of a line's cell; null: the line has none, and its cell no style
   */
  public static <L> Column<L> of(String heading, String style, Function<L, @Nullable String> text) {
    return new Column<>(heading) {
      @Override
      public <T extends HamletSpec.__> void write(TR<T> row, L line) {
        String contents = text.apply(line);
        if (contents == null || style.isEmpty()) {
          row.td(contents == null ? "" : contents);
        } else {
          row.td(style, contents);
        }
      }
    };
  }

  /** Returns the heading. */
  public final String heading() {
    return heading;
  }

  /** Returns whether a narrow window has the heading before the cell. */
  public boolean isLabelled() {
    return true;
  }

  /** Writes the cell of a line. */
  public abstract <T extends HamletSpec.__> void write(TR<T> row, L line);

  /** Returns this column, the cells of which explain themselves in a narrow window. */
  public final Column<L> withoutLabel() {
    Column<L> labelled = this;
    return new Column<>(heading) {
      @Override
      public <T extends HamletSpec.__> void write(TR<T> row, L line) {
        labelled.write(row, line);
      }

      @Override
      public boolean isLabelled() {
        return false;
      }
    };
  }

  /**
   * Returns rules of a style sheet by which a narrow window, where lines are paragraphs, has the
   * heading before each figure. Headings are names of resource types too, which have no quotes.
   *
   * @param table selector of the table
   */
  public static <L> String labels(String table, List<Column<L>> columns) {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).isLabelled()) {
        String heading = columns.get(i).heading().replaceAll("[^A-Za-z0-9./_ -]", "");
        rules.append(
            "%s td:nth-child(%d)::before { content: \"%s \" } ".formatted(table, i + 1, heading));
      }
    }
    return rules.toString();
  }
}
