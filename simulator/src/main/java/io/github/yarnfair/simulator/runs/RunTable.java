// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;

import io.github.yarnfair.simulator.figures.AloneBaseline;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.figures.TaskBins;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.Times;
import io.github.yarnfair.simulator.run.Workload;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Results side by side, as tables of Markdown. */
final class RunTable {
  private final Workload workload;
  private final List<RunSession.Result> results;
  private final @Nullable AloneBaseline alone;

  /**
   * Creates the tables.
   *
   * @param alone what jobs are compared with; null if they are not
   */
  RunTable(Workload workload, List<RunSession.Result> results, @Nullable AloneBaseline alone) {
    this.workload = workload;
    this.results = results;
    this.alone = alone;
  }

  void print(PrintWriter out) {
    printTotals(out);
    printByQueue(
        out, "Waiting time of tasks by queue in seconds, mean / 95th percentile", f -> f.waits());
    printByQueue(
        out,
        "Completion time of jobs by queue in seconds, mean / 95th percentile",
        f -> f.completions());
    if (results.size() > 1) {
      printReduction(out);
    }
    out.println();
    out.flush();
  }

  /** How much sooner jobs complete under the first policy, by their number of tasks. */
  private void printReduction(PrintWriter out) {
    RunSession.Result first = results.get(0);
    out.println();
    out.println(
        format(
            "Completion times under %s, %s: less than under the others, by number of tasks, mean over"
                + " the jobs that complete under both",
            first.contender().name(), first.contender().nodeChoice()));
    out.println();
    head(
        out,
        "| compared with | "
            + TaskBins.NAMES.stream().map(bin -> bin + " tasks | ").collect(Collectors.joining())
            + "all |");
    for (RunSession.Result other : results.subList(1, results.size())) {
      TaskBins bins = new TaskBins();
      for (RunJob job : workload.jobs()) {
        long ours = first.figures().completedAfter(job.index());
        long theirs = other.figures().completedAfter(job.index());
        if (ours != RunFigures.NOT_COMPLETE && theirs != RunFigures.NOT_COMPLETE && theirs > 0) {
          bins.add(job, (double) (theirs - ours) / theirs);
        }
      }
      out.println(
          format("| %s, %s", other.contender().name(), other.contender().nodeChoice())
              + bins.row());
    }
  }

  private void printTotals(PrintWriter out) {
    String resources =
        workload.resources().stream().map(r -> r + " in use | ").collect(Collectors.joining());
    head(
        out,
        "| policy | node choice | makespan | waiting: mean / 50th / 90th / 99th percentile"
            + " | completion: mean / 50th / 90th / 99th percentile | "
            + resources
            + "distance from the ideal share, mean, worst | jobs worse than alone | never started"
            + " | decisions per second |");
    for (RunSession.Result result : results) {
      RunFigures figures = result.figures();
      StringBuilder line = new StringBuilder();
      line.append(
          format(
              "| %s | %s | %.1f s | %s s | %s s |",
              result.contender().name(),
              result.contender().nodeChoice(),
              figures.makespan() / 1_000.0,
              four(RunFigures.all(figures.waits())),
              four(RunFigures.all(figures.completions()))));
      for (int j = 0; j < workload.resources().size(); j++) {
        line.append(format(" %.1f %% |", 100 * figures.inUse(j)));
      }
      line.append(
          format(
              " %.4f, %.4f | %s | %d | %.0f |",
              figures.distance(),
              figures.worstDistance(),
              alone == null ? "–" : worse(alone, figures),
              figures.neverStarted(),
              result.decisionsPerSecond()));
      out.println(line);
    }
  }

  private String worse(AloneBaseline alone, RunFigures figures) {
    int jobs = alone.worse(figures);
    return format("%d (%.1f %%)", jobs, 100.0 * jobs / Math.max(1, workload.jobs().size()));
  }

  /** Returns mean and percentiles, in seconds. */
  static String four(Times times) {
    return format(
        "%.1f / %.1f / %.1f / %.1f",
        times.mean() / 1_000,
        times.percentile(0.5) / 1_000.0,
        times.percentile(0.9) / 1_000.0,
        times.percentile(0.99) / 1_000.0);
  }

  private void printByQueue(
      PrintWriter out, String title, Function<RunFigures, Map<String, Times>> times) {
    out.println();
    out.println(title);
    out.println();
    head(
        out,
        "| queue | "
            + results.stream()
                .map(r -> r.contender().name() + ", " + r.contender().nodeChoice() + " | ")
                .collect(Collectors.joining())
                .stripTrailing());
    for (String queue : times.apply(results.get(0).figures()).keySet()) {
      StringBuilder line = new StringBuilder("| " + queue + " |");
      for (RunSession.Result result : results) {
        Times of = times.apply(result.figures()).getOrDefault(queue, new Times());
        line.append(
            of.size() == 0
                ? " – |"
                : format(" %.1f / %.1f |", of.mean() / 1_000, of.percentile(0.95) / 1_000.0));
      }
      out.println(line);
    }
  }
}
