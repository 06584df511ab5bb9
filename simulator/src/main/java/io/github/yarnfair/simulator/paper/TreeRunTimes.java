// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.paper;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.rule.Rule;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * The MCH paper's figure 5: the time that it takes to schedule a number of jobs on full binary
 * trees of two to five levels. A job is one task of 1 to 4 CPUs, 1 to 4 GB or both; it is for a
 * random leaf. The cluster, one node, holds about a hundred tasks; once it is full, the one that
 * started first ends. CPU time of the thread, the least of three times.
 */
public final class TreeRunTimes {
  private static final int LEAST_LEVELS = 2;
  private static final int MOST_LEVELS = 5;
  private static final List<Integer> JOBS = List.of(1_000, 4_000, 16_000);
  private static final int TIMES = 3;
  private static final long CAPACITY = 200;
  private static final double NANOS_PER_MILLI = 1e6;

  private final PrintWriter out;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** A way to decide: a name, and a selection over a tree. */
  private record Way(String name, Function<ShareTree, Selection> over) {}

  /** Creates the report. */
  public TreeRunTimes(PrintWriter out) {
    this.out = out;
  }

  /** Prints a table for each number of levels, and how times grow with the leaves. */
  public void print(long seed) {
    List<Way> ways =
        List.of(
            pass("H-DRF, a pass for each decision", Rule.H_DRF),
            pass("MCH, a pass for each decision", Rule.MCH),
            pass("CH, a pass for each decision", Rule.CH),
            new Way("H-DRF, as in the scheduler", Rule.H_DRF::over),
            new Way("MCH, as in the scheduler", Rule.MCH::over),
            new Way("exact MCH, as in the scheduler", Rule.MCH_EXACT::over));
    out.printf(
        "MCH paper, figure 5; CPU milliseconds to schedule %s jobs, seed %d%n%n", JOBS, seed);
    head(
        out,
        "| | 2 levels, 4 leaves | 3 levels, 8 | 4 levels, 16 | 5 levels, 32 | 32 by 4 leaves |");
    for (Way way : ways) {
      measure(way, MOST_LEVELS, JOBS.get(0), seed); // compiles it
      StringBuilder row = new StringBuilder("| " + way.name);
      double first = 0.0;
      double last = 0.0;
      for (int levels = LEAST_LEVELS; levels <= MOST_LEVELS; levels++) {
        List<String> cells = new ArrayList<>();
        for (int jobs : JOBS) {
          last = measure(way, levels, jobs, seed);
          cells.add(format("%.1f", last));
        }
        first = levels == LEAST_LEVELS ? last : first;
        row.append(" | ").append(String.join(" / ", cells));
      }
      out.println(row.append(format(" | %.1f |", last / first)));
      out.flush();
    }
  }

  private static Way pass(String name, Rule rule) {
    FairnessPolicy policy = rule.policy();
    return new Way(name, tree -> new TreePassSelection(tree, policy));
  }

  private double measure(Way way, int levels, int jobs, long seed) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < TIMES; i++) {
      long begin = threads.getCurrentThreadCpuTime();
      schedule(way.over, levels, jobs, new Random(seed));
      least = Math.min(least, threads.getCurrentThreadCpuTime() - begin);
    }
    return least / NANOS_PER_MILLI;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Running(int leaf, long[] task) {}

  /** Schedules jobs; returns how many were started, which is all of them. */
  static int schedule(Function<ShareTree, Selection> over, int levels, int jobs, Random random) {
    ShareTree tree = new ShareTree(2);
    long[] free = {CAPACITY, CAPACITY};
    tree.setCapacity(free);
    List<Integer> leaves = new ArrayList<>();
    addBelow(tree, ShareTree.ROOT, levels, leaves);
    List<Deque<long[]>> waiting = draw(tree, leaves, jobs, random);
    int[] positions = new int[tree.handleBound()];
    for (int i = 0; i < leaves.size(); i++) {
      positions[leaves.get(i)] = i;
    }
    Selection selection = over.apply(tree);
    Offer offer = new Offer(2);
    Deque<Running> running = new ArrayDeque<>();
    int started = 0;
    while (started < jobs) {
      offer.open(free);
      for (int leaf = selection.next(offer); leaf != ShareTree.NONE; leaf = selection.next(offer)) {
        long[] task = waiting.get(positions[leaf]).remove();
        show(tree, leaf, waiting.get(positions[leaf]));
        tree.charge(leaf, task);
        offer.take(task);
        Arrays.setAll(free, j -> free[j] - task[j]);
        running.add(new Running(leaf, task));
        started++;
      }
      if (started < jobs) {
        Running first = running.remove();
        tree.release(first.leaf, first.task);
        Arrays.setAll(free, j -> free[j] + first.task[j]);
      }
    }
    return started;
  }

  /** Draws jobs for random leaves; returns them by the position of the leaf. */
  private static List<Deque<long[]>> draw(
      ShareTree tree, List<Integer> leaves, int jobs, Random random) {
    List<Deque<long[]>> waiting = new ArrayList<>();
    leaves.forEach(leaf -> waiting.add(new ArrayDeque<>()));
    for (int i = 0; i < jobs; i++) {
      waiting.get(random.nextInt(leaves.size())).add(task(random));
    }
    for (int i = 0; i < leaves.size(); i++) {
      show(tree, leaves.get(i), waiting.get(i));
    }
    return waiting;
  }

  private static void addBelow(ShareTree tree, int queue, int levels, List<Integer> leaves) {
    for (int i = 0; i < 2; i++) {
      if (levels == 1) {
        leaves.add(tree.addLeaf(queue, 1));
      } else {
        addBelow(tree, tree.addQueue(queue, 1), levels - 1, leaves);
      }
    }
  }

  private static long[] task(Random random) {
    long amount = 1L + random.nextInt(4);
    return switch (random.nextInt(3)) {
      case 0 -> new long[] {amount, 0};
      case 1 -> new long[] {0, amount};
      default -> new long[] {amount, 1L + random.nextInt(4)};
    };
  }

  /** A leaf asks for its first job; the next one is asked for when that one has started. */
  private static void show(ShareTree tree, int leaf, Deque<long[]> waiting) {
    long[] first = waiting.peek();
    tree.setDemand(leaf, first == null ? new Demand.Builder().build() : Demand.of(first, 1));
  }
}
