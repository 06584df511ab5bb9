// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;

import io.github.yarnfair.simulator.figures.JobOutcomes;
import io.github.yarnfair.simulator.figures.JobOutcomes.JobOutcome;
import io.github.yarnfair.simulator.figures.JobOutcomes.QueueOutcome;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.SupposedRun;
import io.github.yarnfair.simulator.figures.SupposedRun.Half;
import io.github.yarnfair.simulator.figures.SupposedRun.Pair;
import io.github.yarnfair.simulator.run.Times;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Two runs of the same jobs side by side, as tables of Markdown. */
final class WhatIfTable {
  private static final String NONE = "–";

  private final SupposedRun run;
  private final int mostJobs;

  /**
   * @param mostJobs how many jobs are listed, those that change most
   */
  WhatIfTable(SupposedRun run, int mostJobs) {
    this.run = run;
    this.mostJobs = mostJobs;
  }

  void print(PrintWriter out) {
    printTotals(out);
    printQueues(out);
    printJobs(out);
    printSubmitted(out);
    out.flush();
  }

  private void printTotals(PrintWriter out) {
    head(
        out,
        "| | policy | node choice | makespan | waiting: mean / 50th / 90th / 99th percentile"
            + " | completion: mean / 50th / 90th / 99th percentile | never started |");
    printTotal(out, "before", run.before());
    printTotal(out, "after", run.after());
  }

  private static void printTotal(PrintWriter out, String name, Half half) {
    RunFigures figures = half.result().figures();
    out.println(
        format(
            "| %s | %s | %s | %.1f s | %s s | %s s | %d |",
            name,
            half.result().contender().name(),
            half.result().contender().nodeChoice(),
            figures.makespan() / 1_000.0,
            RunTable.four(RunFigures.all(figures.waits())),
            RunTable.four(RunFigures.all(figures.completions())),
            figures.neverStarted()));
  }

  // ----------------------------------------------------------------------------------- queues

  private void printQueues(PrintWriter out) {
    out.println();
    out.println("Queues, before and after: shares of the cluster, mean; times in seconds, mean");
    out.println();
    head(
        out,
        "| queue | held | ideal | above its ideal share while others wait"
            + " | waiting of tasks | completion of jobs |");
    Set<String> paths = new LinkedHashSet<>(run.before().outcomes().queues().keySet());
    paths.addAll(run.after().outcomes().queues().keySet());
    for (String path : paths) {
      out.println(
          format(
              "| %s | %s | %s | %s | %s | %s |",
              path,
              shares(path, QueueOutcome::held),
              shares(path, QueueOutcome::ideal),
              shares(path, QueueOutcome::aboveWhileOthersWait),
              means(path, true),
              means(path, false)));
    }
  }

  private String shares(String path, ToDoubleFunction<QueueOutcome> share) {
    return change(
        share(run.before().outcomes().queues().get(path), share),
        share(run.after().outcomes().queues().get(path), share));
  }

  private static @Nullable String share(
      @Nullable QueueOutcome queue, ToDoubleFunction<QueueOutcome> share) {
    return queue == null ? null : format("%.1f %%", 100 * share.applyAsDouble(queue));
  }

  private String means(String path, boolean isWaiting) {
    return change(
        mean(times(run.before(), isWaiting).get(path)),
        mean(times(run.after(), isWaiting).get(path)));
  }

  private static Map<String, Times> times(Half half, boolean isWaiting) {
    RunFigures figures = half.result().figures();
    return isWaiting ? figures.waits() : figures.completions();
  }

  private static @Nullable String mean(@Nullable Times times) {
    return times == null || times.size() == 0 ? null : format("%.1f", times.mean() / 1_000);
  }

  private static String change(@Nullable String before, @Nullable String after) {
    return before == null && after == null
        ? NONE
        : "%s → %s".formatted(before == null ? NONE : before, after == null ? NONE : after);
  }

  // ------------------------------------------------------------------------------------- jobs

  private void printJobs(PrintWriter out) {
    List<Pair> pairs = run.jobs();
    out.println();
    out.println(
        format(
            "Of %d jobs %d start later and %d earlier; %d end later and %d earlier, by more than a"
                + " heartbeat of 1 s. %d never end before, %d after.",
            pairs.size(),
            pairs.stream().filter(pair -> Pair.isLater(pair.startsLater())).count(),
            pairs.stream().filter(pair -> Pair.isLater(-pair.startsLater())).count(),
            pairs.stream().filter(pair -> Pair.isLater(pair.endsLater())).count(),
            pairs.stream().filter(pair -> Pair.isLater(-pair.endsLater())).count(),
            pairs.stream().filter(pair -> pair.before().end() == JobOutcomes.NEVER).count(),
            pairs.stream().filter(pair -> pair.after().end() == JobOutcomes.NEVER).count()));
    printPreempted(out, pairs);
    List<Pair> changed =
        pairs.stream()
            .filter(pair -> Pair.isLater(Math.abs(pair.endsLater())))
            .sorted(Comparator.comparingLong((Pair pair) -> -Math.abs(pair.endsLater())))
            .limit(mostJobs)
            .toList();
    if (changed.isEmpty()) {
      return;
    }
    out.println();
    head(out, "| job | queue | submitted | first start | end | ends later by |");
    for (Pair pair : changed) {
      out.println(
          format(
              "| %s | %s | %.1f s | %s | %s | %s |",
              pair.before().job().id(),
              queues(pair),
              pair.before().job().submitMillis() / 1_000.0,
              change(time(pair.before().firstStart()), time(pair.after().firstStart())),
              change(time(pair.before().end()), time(pair.after().end())),
              later(pair.endsLater())));
    }
  }

  private static void printPreempted(PrintWriter out, List<Pair> pairs) {
    long before = pairs.stream().mapToLong(pair -> pair.before().preempted()).sum();
    long after = pairs.stream().mapToLong(pair -> pair.after().preempted()).sum();
    if (before > 0 || after > 0) {
      out.println(format("Of their tasks %d are preempted before, %d after.", before, after));
    }
  }

  private static String queues(Pair pair) {
    String before = pair.before().job().queue();
    String after = pair.after().job().queue();
    return before.equals(after) ? before : change(before, after);
  }

  private static String time(long millis) {
    return millis == JobOutcomes.NEVER ? "never" : format("%.1f s", millis / 1_000.0);
  }

  private static String later(long millis) {
    return Math.abs(millis) == Long.MAX_VALUE ? NONE : format("%+.1f s", millis / 1_000.0);
  }

  private void printSubmitted(PrintWriter out) {
    List<JobOutcome> jobs = run.submittedJobs();
    if (jobs.isEmpty()) {
      return;
    }
    out.println();
    head(out, "| submitted | queue | at | first start | mean waiting of its tasks | end |");
    for (JobOutcome job : jobs) {
      out.println(
          format(
              "| %s | %s | %.1f s | %s | %.1f s | %s |",
              job.job().id(),
              job.job().queue(),
              job.job().submitMillis() / 1_000.0,
              time(job.firstStart()),
              job.meanWait() / 1_000,
              time(job.end())));
    }
  }
}
