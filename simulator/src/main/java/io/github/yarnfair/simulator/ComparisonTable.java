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
package io.github.yarnfair.simulator;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.scenario.Allocation;
import io.github.yarnfair.simulator.scenario.Allocation.Tolerated;
import io.github.yarnfair.simulator.scenario.Rule;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A row for each leaf and a column for each rule. */
final class ComparisonTable {
  private static final String GAP = "  ";

  private final Allocation allocation;
  private final Map<Rule, Map<String, Double>> held;

  ComparisonTable(Allocation allocation, Map<Rule, Map<String, Double>> held) {
    this.allocation = allocation;
    this.held = held;
  }

  void print(PrintWriter out) {
    out.printf("%s, a case about %s: %s%n", allocation.id(), allocation.rule(), allocation.unit());
    List<List<String>> rows = new ArrayList<>();
    rows.add(headings());
    allocation.leaves().forEach(leaf -> rows.add(row(leaf)));
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        int width = width(rows, column);
        String cell = row.get(column);
        String padding = " ".repeat(width - cell.length());
        line.append(column == 0 ? cell + padding : GAP + padding + cell);
      }
      out.println(line.toString().stripTrailing());
    }
    out.println("! not as the case expects");
  }

  private List<String> headings() {
    List<String> headings = new ArrayList<>(List.of("leaf", "expected"));
    held.keySet().forEach(rule -> headings.add(rule + " "));
    return headings;
  }

  private List<String> row(TreeSpec leaf) {
    Tolerated expected = allocation.expected().get(leaf.name());
    List<String> row = new ArrayList<>();
    row.add(leaf.name() + " " + Arrays.toString(leaf.demand()));
    row.add(expected == null ? "" : number(expected.value()));
    held.values()
        .forEach(
            leaves -> {
              double actual = leaves.getOrDefault(leaf.name(), 0.0);
              boolean asExpected = expected == null || expected.allows(actual);
              row.add(number(actual) + (asExpected ? " " : "!"));
            });
    return row;
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  /** Writes a number with at most three decimals. */
  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value).replaceFirst("\\.?0+$", "");
  }
}
