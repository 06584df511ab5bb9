// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.run;

import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.simulator.table.Markdown;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Results in Markdown: how many cases each adapter passes, and each case in which one fails. */
public final class ResultTable {
  private ResultTable() {}

  /** Prints the tables. */
  public static void print(List<CaseRun> runs, PrintWriter out) {
    Map<String, List<CaseRun>> byAdapter =
        runs.stream()
            .collect(
                Collectors.groupingBy(CaseRun::adapter, LinkedHashMap::new, Collectors.toList()));
    Markdown.head(out, "| adapter | cases | passed | failed | not run |");
    byAdapter.forEach(
        (adapter, its) -> {
          long failed = its.stream().filter(run -> run.failure().isPresent()).count();
          long run = its.stream().filter(CaseRun::wasRun).count();
          Markdown.line(
              out,
              "| %s | %d | %d | %d | %d |",
              adapter,
              its.size(),
              run - failed,
              failed,
              its.size() - run);
        });
    out.println();
    printCases(runs, byAdapter, out);
    out.println();
    Markdown.head(out, "| case | adapter | moment | expected | got |");
    for (CaseRun run : runs) {
      run.failure()
          .ifPresent(
              failure ->
                  Markdown.line(
                      out,
                      "| %s | %s | %s | %s ± %d | %s |",
                      run.ran().name(),
                      run.adapter(),
                      failure.moment(),
                      text(failure.expected()),
                      failure.tolerance(),
                      text(failure.got())));
    }
  }

  private static void printCases(
      List<CaseRun> runs, Map<String, List<CaseRun>> byAdapter, PrintWriter out) {
    Markdown.head(out, "| case | " + String.join(" | ", byAdapter.keySet()) + " |");
    runs.stream()
        .collect(
            Collectors.groupingBy(run -> run.ran().name(), LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (name, its) ->
                out.println(
                    its.stream()
                        .map(ResultTable::result)
                        .collect(Collectors.joining(" | ", "| " + name + " | ", " |"))));
  }

  private static String result(CaseRun run) {
    if (!run.wasRun()) {
      return run.missing().stream()
          .map(Need::toString)
          .collect(Collectors.joining(", ", "not run: needs ", ""));
    }
    return run.failure().isPresent() ? "fails" : "passes";
  }

  private static String text(Map<String, Long> holds) {
    return holds.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
