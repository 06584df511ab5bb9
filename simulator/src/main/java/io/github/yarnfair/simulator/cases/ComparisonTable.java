// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.scenario.Allocation;
import io.github.yarnfair.simulator.scenario.Allocation.Tolerated;
import io.github.yarnfair.simulator.table.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A row for each leaf and a column for each rule. */
final class ComparisonTable {
  static final String FOOTNOTE = "! not as the case expects";

  private final Allocation allocation;
  private final Map<Rule, Map<String, Double>> held;

  ComparisonTable(Allocation allocation, Map<Rule, Map<String, Double>> held) {
    this.allocation = allocation;
    this.held = held;
  }

  void print(PrintWriter out) {
    out.printf("%s, a case about %s: %s%n", allocation.id(), allocation.rule(), allocation.unit());
    TextTable table = new TextTable().add(headings());
    allocation.leaves().forEach(leaf -> table.add(row(leaf)));
    table.print(out);
    out.println(FOOTNOTE);
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
    row.add(expected == null ? "" : TextTable.number(expected.value()));
    held.values()
        .forEach(
            leaves -> {
              double actual = leaves.getOrDefault(leaf.name(), 0.0);
              boolean asExpected = expected == null || expected.allows(actual);
              row.add(TextTable.number(actual) + (asExpected ? " " : "!"));
            });
    return row;
  }
}
