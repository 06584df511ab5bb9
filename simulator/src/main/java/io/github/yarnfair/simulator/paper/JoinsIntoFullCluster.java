// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.paper;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The DRFH paper's figure 4: three users join a cluster of 100 servers at 0, 200 and 500 s, the
 * later two while it is full, and the first leaves. Servers are drawn from the paper's table I;
 * tasks run 20 to 60 s, which the paper does not say. The first user has as many tasks as end at
 * about 1,080 s.
 */
public final class JoinsIntoFullCluster {
  /** By kind of server: how many of the paper's 12,583, and CPU and memory in hundredths. */
  private static final int[][] TABLE_1 = {
    {6732, 50, 50}, {3863, 50, 25}, {1001, 50, 75}, {795, 100, 100}, {126, 25, 25},
    {52, 50, 12}, {5, 50, 3}, {5, 50, 97}, {3, 100, 50}, {1, 50, 6}
  };

  private static final int SERVERS = 100;
  private static final long[] JOINS = {0, 200_000, 500_000};
  private static final long[][] TASKS = {{30, 20}, {10, 50}, {30, 10}};
  private static final int[] COUNTS = {1_600, 3_000, 3_000};
  private static final int GROUPS = 100;

  /** From, to, in seconds, of the times in which shares have settled; the last is after u1. */
  private static final long[][] PHASES = {{100, 200}, {320, 500}, {620, 950}, {1_250, 1_400}};

  private final PrintWriter out;

  /** Creates the report. */
  public JoinsIntoFullCluster(PrintWriter out) {
    this.out = out;
  }

  /**
   * Prints the mean dominant shares of the users in each phase, by node choice.
   *
   * @param seed the first seed
   * @param draws of the servers and durations
   */
  public void print(long seed, int draws) throws IOException {
    out.printf("DRFH paper, figure 4; %d draws, seeds %d to %d%n%n", draws, seed, seed + draws - 1);
    head(
        out,
        "| node choice | 100–200 s: u1 | 320–500 s: u1, u2 | 620–950 s: u1, u2, u3"
            + " | 1,250–1,400 s: u2, u3 | u1 ends |");
    for (NodeChoice choice : List.of(NodeChoice.BEST_FIT, NodeChoice.FIRST_FIT)) {
      Shares shares = new Shares();
      for (int i = 0; i < draws; i++) {
        run(choice, seed + i, shares);
      }
      out.println(
          format(
              "| %s | %.2f | %.2f, %.2f | %.2f, %.2f, %.2f | %.2f, %.2f | %.0f s |",
              choice.configured(),
              shares.mean(0, 0),
              shares.mean(1, 0),
              shares.mean(1, 1),
              shares.mean(2, 0),
              shares.mean(2, 1),
              shares.mean(2, 2),
              shares.mean(3, 1),
              shares.mean(3, 2),
              shares.firstLeaves / 1_000.0 / draws));
    }
    out.flush();
  }

  private static void run(NodeChoice choice, long seed, Shares shares) throws IOException {
    RunQueue root =
        RunQueue.of(
            RunQueue.ROOT,
            1,
            RunQueue.of("root.u1", 1),
            RunQueue.of("root.u2", 1),
            RunQueue.of("root.u3", 1));
    RunSession session = new RunSession(draw(new Random(seed)), root, seed, Sampling.every(10_000));
    session.run(new RuleContender(Rule.DRFH, choice), List.of(shares));
  }

  private static Workload draw(Random random) {
    List<RunNode> nodes = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      int[] kind = kind(random);
      nodes.add(new RunNode(i, "n" + i, "", new long[] {kind[2], kind[1]}));
    }
    List<RunJob> jobs = new ArrayList<>();
    for (int user = 0; user < JOINS.length; user++) {
      List<TaskGroup> groups = new ArrayList<>();
      for (int i = 0; i < GROUPS; i++) {
        long duration = random.nextLong(20_000, 60_001);
        groups.add(new TaskGroup(COUNTS[user] / GROUPS, TASKS[user], duration, ""));
      }
      String name = "u" + (user + 1);
      jobs.add(new RunJob(user, name, "root." + name, "", JOINS[user], groups));
    }
    return new Workload(List.of("memory-mb", "vcores"), nodes, jobs);
  }

  private static int[] kind(Random random) {
    int all = 0;
    for (int[] kind : TABLE_1) {
      all += kind[0];
    }
    int drawn = random.nextInt(all);
    int at = 0;
    while (drawn >= TABLE_1[at][0]) {
      drawn -= TABLE_1[at++][0];
    }
    return TABLE_1[at];
  }

  /** Sums of the users' dominant shares by phase. */
  private static final class Shares implements RunObserver {
    private final double[][] sums = new double[PHASES.length][JOINS.length];
    private final int[] looks = new int[PHASES.length];
    private long firstLeaves;
    private long lastEnd;

    double mean(int phase, int user) {
      return looks[phase] == 0 ? 0 : sums[phase][user] / looks[phase];
    }

    @Override
    public void sample(long time, List<QueueSample> queues, long[] used) {
      for (int phase = 0; phase < PHASES.length; phase++) {
        if (time >= PHASES[phase][0] * 1_000 && time < PHASES[phase][1] * 1_000) {
          looks[phase]++;
          for (QueueSample queue : queues) {
            if (!queue.queue().equals(RunQueue.ROOT)) {
              int user = Integer.parseInt(queue.queue().substring("root.u".length())) - 1;
              sums[phase][user] += queue.held();
            }
          }
        }
      }
    }

    @Override
    public void begins(Workload workload, String policy, String nodeChoice) {}

    @Override
    public void jobSubmitted(long time, RunJob job) {}

    @Override
    public void taskStarted(long time, RunJob job, int task, RunNode node) {}

    @Override
    public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
      if (job.index() == 0) {
        lastEnd = time;
      }
    }

    @Override
    public void ends(long time) {
      firstLeaves += lastEnd;
    }
  }
}
