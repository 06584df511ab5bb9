// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.paper;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;
import static io.github.yarnfair.simulator.table.Markdown.line;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.engine.SlotContender;
import io.github.yarnfair.simulator.figures.JobOutcomes;
import io.github.yarnfair.simulator.figures.JobOutcomes.JobOutcome;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.figures.TaskBins;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How much earlier jobs end under H-DRF than under its paper's rivals, as the paper measures it: by
 * which part of the time that the same job takes, from its first task's start to its end, under the
 * rival. So it may be more than 100 %.
 */
public final class HundredJobsReport {
  private static final Contender OURS = new RuleContender(Rule.H_DRF, NodeChoice.HEARTBEAT);

  private final PrintWriter out;

  /** Creates the report. */
  public HundredJobsReport(PrintWriter out) {
    this.out = out;
  }

  /**
   * Prints section 5.2: against the naive rule, and with it until a resource is exhausted.
   *
   * @param seed the first seed
   * @param draws of the jobs
   */
  public void printRules(long seed, int draws) throws IOException {
    print(
        "section 5.2",
        List.of(
            new RuleContender(Rule.NAIVE, NodeChoice.HEARTBEAT),
            new RuleContender(Rule.CS_CURRENT, NodeChoice.HEARTBEAT)),
        new double[] {0.0, 0.5},
        new Cluster(1, 1),
        seed,
        draws);
  }

  /** Prints section 5.3.1: against four to six slots on each node. */
  public void printSlots(long seed, int draws) throws IOException {
    print(
        "section 5.3.1",
        List.of(new SlotContender(4), new SlotContender(5), new SlotContender(6)),
        new double[] {0.0, 0.5},
        new Cluster(4, 2),
        seed,
        draws);
  }

  private record Cluster(int gpusPerNode, double weightOfThird) {}

  /** What came out in all draws: the improvements by size and by leaf queue, and the last ends. */
  private static final class Sums {
    private final TaskBins bySize = new TaskBins();
    private final Map<String, TaskBins> byLeaf = new LinkedHashMap<>();
    private double lastEnds;
  }

  private void print(
      String section,
      List<Contender> rivals,
      double[] largeMemory,
      Cluster cluster,
      long seed,
      int draws)
      throws IOException {
    RunQueue root = HundredJobs.queues(cluster.weightOfThird);
    for (double part : largeMemory) {
      line(
          out,
          "%nH-DRF paper, %s; %.0f %% of the jobs with 1.5 GB a task, the others with 1 GB; %d draws,"
              + " seeds %d to %d",
          section,
          100 * part,
          draws,
          seed,
          seed + draws - 1);
      Map<Contender, Sums> sums = new LinkedHashMap<>();
      sums.put(OURS, new Sums());
      rivals.forEach(rival -> sums.put(rival, new Sums()));
      for (int i = 0; i < draws; i++) {
        Workload workload = HundredJobs.draw(cluster.gpusPerNode, part, new Random(seed + i));
        add(workload, root, seed + i, sums);
      }
      print(root, sums, draws);
    }
    out.flush();
  }

  private static void add(Workload workload, RunQueue root, long seed, Map<Contender, Sums> sums)
      throws IOException {
    RunSession session = new RunSession(workload, root, seed, Sampling.of(workload));
    JobOutcomes ours = null;
    for (Map.Entry<Contender, Sums> contender : sums.entrySet()) {
      JobOutcomes outcomes = new JobOutcomes(workload, root);
      RunSession.Result result = session.run(contender.getKey(), List.of(outcomes));
      contender.getValue().lastEnds += result.figures().makespan() / 1_000.0;
      if (ours == null) {
        ours = outcomes;
        continue;
      }
      for (JobOutcome theirs : outcomes.jobs()) {
        double improvement = improvement(ours.jobs().get(theirs.job().index()), theirs);
        contender.getValue().bySize.add(theirs.job(), improvement);
        contender
            .getValue()
            .byLeaf
            .computeIfAbsent(theirs.job().queue(), leaf -> new TaskBins())
            .add(theirs.job(), improvement);
      }
    }
  }

  static double improvement(JobOutcome ours, JobOutcome theirs) {
    return (double) (theirs.end() - ours.end()) / (theirs.end() - theirs.firstStart());
  }

  private void print(RunQueue root, Map<Contender, Sums> sums, int draws) {
    StringBuilder head = new StringBuilder("| compared with | last job ends, H-DRF's");
    TaskBins.NAMES.forEach(bin -> head.append(" | ").append(bin).append(" tasks"));
    head.append(" | all");
    root.leaves().forEach(leaf -> head.append(" | ").append(leaf.name()));
    head(out, head.append(" |").toString());
    Sums ours = sums.values().iterator().next();
    for (Map.Entry<Contender, Sums> rival : sums.entrySet()) {
      if (rival.getValue() == ours) {
        continue;
      }
      StringBuilder row = new StringBuilder();
      for (RunQueue leaf : root.leaves()) {
        TaskBins bins = rival.getValue().byLeaf.getOrDefault(leaf.path(), new TaskBins());
        row.append(format(" %.0f %% |", 100 * bins.mean()));
      }
      line(
          out,
          "| %s | %.0f s, %.0f s%s%s",
          rival.getKey().name(),
          rival.getValue().lastEnds / draws,
          ours.lastEnds / draws,
          rival.getValue().bySize.row(),
          row);
    }
  }
}
