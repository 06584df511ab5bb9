// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.simulator.scenario.ServerAllocation;
import io.github.yarnfair.simulator.scenario.ServerAllocation.Held;
import io.github.yarnfair.simulator.table.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A row for each user and a column for each way to fill the servers of a case. */
final class NodeChoiceTable {
  private final ServerAllocation allocation;
  private final Map<String, List<Held>> held;

  /**
   * Creates the table.
   *
   * @param held by column heading, what each user holds
   */
  NodeChoiceTable(ServerAllocation allocation, Map<String, List<Held>> held) {
    this.allocation = allocation;
    this.held = held;
  }

  void print(PrintWriter out) {
    out.printf("%s, a case about servers: running tasks (dominant shares)%n", allocation.id());
    List<String> headings = new ArrayList<>(List.of("user"));
    held.keySet().forEach(heading -> headings.add(heading + " "));
    TextTable table = new TextTable().add(headings);
    for (int user = 0; user < allocation.labels().size(); user++) {
      table.add(row(user));
    }
    table.print(out);
    out.println(ComparisonTable.FOOTNOTE);
  }

  private List<String> row(int user) {
    List<String> row = new ArrayList<>(List.of(allocation.labels().get(user)));
    for (List<Held> users : held.values()) {
      Held its = users.get(user);
      row.add(
          "%s (%s)%s"
              .formatted(
                  TextTable.number(its.tasks()),
                  TextTable.number(its.dominantShare()),
                  its.asExpected() ? " " : "!"));
    }
    return row;
  }
}
