// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;
import static io.github.yarnfair.simulator.table.Markdown.line;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/** Prints what each choice of nodes comes to on a trace, as tables of Markdown. */
public final class TraceReport {
  private static final double FULL = 1.0;
  private static final double OVERFULL = 1.3;

  private final ClusterTrace trace;
  private final PrintWriter out;

  /** Creates the report of a trace. */
  public TraceReport(ClusterTrace trace, PrintWriter out) {
    this.trace = trace;
    this.out = out;
  }

  /** Prints what the pods ask for, and what it costs that GPUs are whole. */
  public void printAsked() {
    line(
        out,
        "%d pods ask for %d of %d GPUs, those with several GPUs for %.1f %% of that; whole GPUs where"
            + " parts would do cost %.1f GPUs, %.1f %% of the GPUs asked for%n",
        trace.pods().size(),
        trace.askedGpus(),
        trace.capacity()[ClusterTrace.GPU],
        100.0 * trace.askedByLarge() / trace.askedGpus(),
        trace.unneededGpus(),
        100.0 * trace.unneededGpus() / trace.askedGpus());
  }

  /**
   * Fills the cluster with endless pods, once for each seed, and prints means over the seeds.
   *
   * @param seed the first seed
   * @param seeds how many there are
   */
  public void printFilling(long seed, int seeds) {
    line(
        out,
        "Pods drawn with replacement that never end; mean of %d draws, seeds %d to %d",
        seeds,
        seed,
        seed + seeds - 1);
    head(
        out,
        "| node choice | 100 % asked for: allocated | unallocated | fragments"
            + " | 130 %: allocated | unallocated | usable by no pending pod"
            + " | pods of 2–8 GPUs placed |");
    for (NodeRule rule : NodeRule.all()) {
      List<Filling> full = fillings(rule, FULL, seed, seeds);
      List<Filling> over = fillings(rule, OVERFULL, seed, seeds);
      line(
          out,
          "| %s | %.2f %% | %s | %.1f | %.2f %% | %s | %.1f | %.1f %% |",
          rule,
          100 * mean(full, filling -> (double) filling.allocated() / filling.total()),
          unallocated(full),
          mean(full, Filling::fragments),
          100 * mean(over, filling -> (double) filling.allocated() / filling.total()),
          unallocated(over),
          mean(over, Filling::usableByNone),
          100 * mean(over, Filling::largePlaced));
    }
    out.flush();
  }

  private List<Filling> fillings(NodeRule rule, double part, long seed, int seeds) {
    List<Filling> fillings = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      fillings.add(Filling.of(trace, rule, part, seed + i));
    }
    return fillings;
  }

  /** Returns the mean, the least and the most. */
  private static String unallocated(List<Filling> fillings) {
    LongSummaryStatistics all =
        fillings.stream().mapToLong(Filling::unallocated).summaryStatistics();
    return format("%.1f (%d–%d)", all.getAverage(), all.getMin(), all.getMax());
  }

  private static double mean(List<Filling> fillings, ToDoubleFunction<Filling> figure) {
    return fillings.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** Runs copies of the pods with their durations, arrivals closer together, and prints figures. */
  public void printTimed(int copies, int compression, long seed) {
    ClusterTrace loaded = trace.loaded(copies, compression, new Random(seed));
    long window = loaded.lastArrival();
    line(
        out,
        "%d pods in %d s, arrivals %d times as close, seed %d",
        loaded.pods().size(),
        window / 1_000,
        compression,
        seed);
    List<NodeRule> rules = NodeRule.all();
    List<TimedRun> runs = new ArrayList<>();
    head(
        out,
        "| node choice | GPUs in use, mean | fragments of all GPUs | distance from the ideal share,"
            + " mean, most | pods ended | never started | worse than on own nodes |");
    for (NodeRule rule : rules) {
      TimedRun run = new TimedRun(loaded, rule, seed);
      runs.add(run);
      SharingIncentive incentive = SharingIncentive.of(loaded, run, rule, seed);
      line(
          out,
          "| %s | %.2f %% | %.2f %% | %.4f, %.4f | %d | %d | %d of %d (%.1f %%) |",
          rule,
          100 * run.meanUtilisation(),
          100 * run.fragments(),
          run.distance(),
          run.worstDistance(),
          run.endedInTime(),
          run.neverStarted(),
          incentive.worse(),
          incentive.applications(),
          100.0 * incentive.worse() / incentive.applications());
      out.flush();
    }
    printWaits(rules, runs);
    printUtilisation(rules, runs);
    out.flush();
  }

  private void printWaits(List<NodeRule> rules, List<TimedRun> runs) {
    line(out, "%nWaiting time in seconds, mean / 90th percentile, by GPUs of the pod");
    head(out, "| node choice | 0 | 1 | 2–4 | 8 | all |");
    List<IntPredicate> sizes =
        List.of(g -> g == 0, g -> g == 1, g -> g >= 2 && g <= 4, g -> g >= 8, g -> true);
    for (int i = 0; i < runs.size(); i++) {
      StringBuilder line = new StringBuilder("| " + rules.get(i));
      for (IntPredicate size : sizes) {
        line.append(" | ").append(meanAndNinth(runs.get(i).waits(size)));
      }
      out.println(line.append(" |"));
    }
  }

  static String meanAndNinth(double[] ascending) {
    if (ascending.length == 0) {
      return "–";
    }
    double ninth = ascending[(int) Math.ceil(0.9 * ascending.length) - 1];
    double mean = Arrays.stream(ascending).average().orElseThrow();
    return format("%.1f / %.1f", mean, ninth);
  }

  private void printUtilisation(List<NodeRule> rules, List<TimedRun> runs) {
    line(out, "%nGPUs in use in %%, at the end of each tenth of the time");
    head(out, "| node choice | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 |");
    for (int i = 0; i < runs.size(); i++) {
      StringBuilder line = new StringBuilder("| " + rules.get(i));
      for (double part : runs.get(i).utilisation()) {
        line.append(format(" | %.1f", 100 * part));
      }
      out.println(line.append(" |"));
    }
  }
}
