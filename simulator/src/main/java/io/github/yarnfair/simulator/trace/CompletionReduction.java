// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static io.github.yarnfair.simulator.table.Markdown.head;
import static io.github.yarnfair.simulator.table.Markdown.line;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * By how much sooner pods end under UDRF than under DRF over pairs, by the job that they belong to:
 * the UDRF paper's figure 10 b, by how often the job is executed, which are its pods here, and c,
 * by how many machine classes it may run on. A job's completion time is the mean over its pods,
 * from arrival to end.
 */
final class CompletionReduction {
  private static final int[] EXECUTIONS = {1, 10, 50, 200, 1_000};

  private final ClassTrace trace;
  private final ClassRun ours;
  private final ClassRun theirs;
  private final PrintWriter out;
  private final Map<String, List<Integer>> jobs = new LinkedHashMap<>();

  CompletionReduction(ClassTrace trace, ClassRun ours, ClassRun theirs, PrintWriter out) {
    this.trace = trace;
    this.ours = ours;
    this.theirs = theirs;
    this.out = out;
    for (int pod = 0; pod < trace.pods().size(); pod++) {
      ClassPod its = trace.pods().get(pod);
      jobs.computeIfAbsent(its.queue() + its.job(), name -> new ArrayList<>()).add(pod);
    }
  }

  void print() {
    print("executions of the job, at least", pods -> atLeast(pods.size()));
    print("machine classes of the job", pods -> trace.pods().get(pods.get(0)).classes().length);
  }

  private static int atLeast(int executions) {
    int bin = 0;
    while (bin + 1 < EXECUTIONS.length && executions >= EXECUTIONS[bin + 1]) {
      bin++;
    }
    return EXECUTIONS[bin];
  }

  private void print(String title, ToIntFunction<List<Integer>> group) {
    Map<Integer, double[]> sums = new TreeMap<>();
    for (List<Integer> pods : jobs.values()) {
      double[] sum = sums.computeIfAbsent(group.applyAsInt(pods), number -> new double[3]);
      double udrf = pods.stream().mapToDouble(ours::completionTime).average().orElseThrow();
      double drf = pods.stream().mapToDouble(theirs::completionTime).average().orElseThrow();
      sum[0]++;
      sum[1] += (drf - udrf) / drf;
      sum[2] += pods.size();
    }
    out.println();
    head(out, "| " + title + " | jobs | pods | completion under udrf, less than drf over pairs |");
    sums.forEach(
        (number, sum) ->
            line(
                out,
                "| %d | %.0f | %.0f | %.1f %% |",
                number,
                sum[0],
                sum[2],
                100 * sum[1] / sum[0]));
  }
}
