// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.simulator.scenario.Miss;
import io.github.yarnfair.simulator.scenario.Outcome.Status;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** One line for each case that fails, one for each file, and one for all. */
final class TextReport implements CasesReport {
  private final PrintWriter out;
  private final Set<String> reasons = new LinkedHashSet<>();

  TextReport(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void beginFile(Path file) {
    reasons.clear();
  }

  @Override
  public void result(CaseResult result) {
    if (result.outcome().status() == Status.FAILED) {
      String misses =
          result.outcome().misses().stream().map(Miss::toString).collect(Collectors.joining("; "));
      out.println("FAILED " + result.scenario().id() + ": " + misses);
      out.flush();
    }
    if (result.outcome().status() == Status.SKIPPED) {
      reasons.add(result.outcome().reason());
    }
  }

  @Override
  public void endFile(Path file, Tally tally) {
    String why = reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")";
    out.println(file + ": " + tally + why);
    out.flush();
  }

  @Override
  public void end(Tally total) {
    out.println(total);
  }
}
