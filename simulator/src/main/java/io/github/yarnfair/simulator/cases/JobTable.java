// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.simulator.scenario.JobAllocation;
import io.github.yarnfair.simulator.scenario.JobAllocation.Running;
import io.github.yarnfair.simulator.scenario.JobRule;
import io.github.yarnfair.simulator.table.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A row for each job and a column for each way to allocate the jobs of a case. */
final class JobTable {
  private final JobAllocation allocation;
  private final Map<JobRule, List<Running>> running;

  JobTable(JobAllocation allocation, Map<JobRule, List<Running>> running) {
    this.allocation = allocation;
    this.running = running;
  }

  void print(PrintWriter out) {
    out.printf("%s, a case about machine classes: jobs (share of the user)%n", allocation.id());
    List<String> headings = new ArrayList<>(List.of("job"));
    running.keySet().forEach(rule -> headings.add(rule + " "));
    TextTable table = new TextTable().add(headings);
    for (int job = 0; job < allocation.labels().size(); job++) {
      table.add(row(job));
    }
    table.print(out);
    out.println(ComparisonTable.FOOTNOTE);
  }

  private List<String> row(int job) {
    List<String> row = new ArrayList<>(List.of(allocation.labels().get(job)));
    for (List<Running> jobs : running.values()) {
      Running its = jobs.get(job);
      row.add(
          "%s (%s)%s"
              .formatted(
                  TextTable.number(its.number()),
                  TextTable.number(its.share()),
                  its.asExpected() ? " " : "!"));
    }
    return row;
  }
}
