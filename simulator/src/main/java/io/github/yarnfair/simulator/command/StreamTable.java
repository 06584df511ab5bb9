// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;

import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.stream.JobStream;
import io.github.yarnfair.simulator.stream.QueueShares;
import io.github.yarnfair.simulator.stream.QueueShares.MeanShare;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What streams come to under rules, as tables of Markdown.
 *
 * @param shares by stream, then by rule
 */
record StreamTable(List<JobStream> streams, List<Rule> rules, List<List<QueueShares>> shares) {
  void print(PrintWriter out, long seed) {
    out.println("Seed " + seed);
    out.println();
    for (JobStream stream : streams) {
      out.println("- `" + stream.name() + "`: " + stream.meaning() + ".");
    }
    printDistances(out);
    printHoldings(out);
    out.flush();
  }

  private void printDistances(PrintWriter out) {
    out.println();
    out.println("Distance of a queue's share from its ideal share, mean");
    out.println();
    printHead(out, "| stream |");
    for (int s = 0; s < streams.size(); s++) {
      out.println(
          shares.get(s).stream()
              .map(run -> format(" %.4f |", run.distance()))
              .collect(Collectors.joining("", "| " + streams.get(s).name() + " |", "")));
    }
  }

  private void printHoldings(PrintWriter out) {
    out.println();
    out.println("What a queue holds / its ideal share, percent of the cluster, mean");
    out.println();
    printHead(out, "| stream, queue |");
    for (int s = 0; s < streams.size(); s++) {
      for (String path : shares.get(s).get(0).queues().keySet()) {
        String name = path.substring(RunQueue.ROOT.length() + 1);
        out.println(
            shares.get(s).stream()
                .map(run -> Objects.requireNonNull(run.queues().get(path)))
                .map(StreamTable::heldOfIdeal)
                .collect(
                    Collectors.joining(
                        "", "| %s, %s |".formatted(streams.get(s).name(), name), "")));
      }
    }
  }

  private void printHead(PrintWriter out, String first) {
    head(
        out,
        rules.stream().map(rule -> " " + rule + " |").collect(Collectors.joining("", first, "")));
  }

  private static String heldOfIdeal(MeanShare queue) {
    return format(" %.1f / %.1f |", 100 * queue.held(), 100 * queue.ideal());
  }
}
