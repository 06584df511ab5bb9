// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Possible futures of a cluster, and when in each of them the leaves start their next tasks. Each
 * takes O(r·log r + e·d) for r running tasks, e that end until the last awaited leaf starts one,
 * and d, the cost of a decision.
 */
public final class ForwardRuns {
  private final ShareTree tree;
  private final Function<ShareTree, Selection> rule;
  private final List<long[]> free;
  private final List<AgedTask> running;
  private final IntFunction<LifeTable> lives;

  /**
   * Creates the futures of a cluster.
   *
   * @param tree as it is now; not changed. Holds each running task
   * @param rule returns whose turn it is in a tree; called once for each run
   * @param free by node, what is free, as the share tree has offers; not changed
   * @param lives by leaf, how long its next tasks last
   */
  public ForwardRuns(
      ShareTree tree,
      Function<ShareTree, Selection> rule,
      List<long[]> free,
      List<AgedTask> running,
      IntFunction<LifeTable> lives) {
    this.tree = tree;
    this.rule = rule;
    this.free = free;
    this.running = running;
    this.lives = lives;
  }

  /**
   * Returns when leaves start their next tasks.
   *
   * @param leaves those with pending tasks
   * @param isOver asked between runs; true ends the forecast with the runs that were made, one at
   *     least
   * @return by position in {@code leaves}
   */
  public List<StartForecast> of(int[] leaves, Bounds bounds, long seed, BooleanSupplier isOver) {
    Set<Integer> atOnce = new HashSet<>();
    ForwardRuns settled = settle(atOnce);
    int[] later = Arrays.stream(leaves).filter(leaf -> !atOnce.contains(leaf)).toArray();
    List<double[]> runs = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    while (later.length > 0
        && runs.size() < bounds.runs()
        && (runs.isEmpty() || !isOver.getAsBoolean())) {
      runs.add(settled.run(later, bounds, random.split()));
    }
    List<StartForecast> forecasts = new ArrayList<>();
    int position = 0;
    for (int leaf : leaves) {
      boolean isAtOnce = atOnce.contains(leaf);
      forecasts.add(isAtOnce ? StartForecast.of(new double[1]) : forecast(runs, position));
      position += isAtOnce ? 0 : 1;
    }
    return forecasts;
  }

  /** Returns the cluster after what is free now has been used; it is the same in all futures. */
  private ForwardRuns settle(Set<Integer> startedLeaves) {
    ShareTree copy = tree.copy();
    List<long[]> left = copyOfFree();
    List<AgedTask> all = new ArrayList<>(running);
    GivingAway giving = new GivingAway(copy, rule.apply(copy));
    for (int n = 0; n < left.size(); n++) {
      int node = n;
      giving.giveAway(
          left.get(n),
          (leaf, amounts) -> {
            startedLeaves.add(leaf);
            all.add(new AgedTask(leaf, amounts, amounts, node, 0, lives.apply(leaf)));
          });
    }
    return new ForwardRuns(copy, rule, left, all, lives);
  }

  private double[] run(int[] leaves, Bounds bounds, SplittableRandom random) {
    return new ForwardRun(tree.copy(), rule, copyOfFree(), lives, random)
        .starts(running, leaves, bounds);
  }

  private List<long[]> copyOfFree() {
    List<long[]> copy = new ArrayList<>();
    free.forEach(amounts -> copy.add(amounts.clone()));
    return copy;
  }

  private static StartForecast forecast(List<double[]> runs, int position) {
    double[] samples = runs.stream().mapToDouble(run -> run[position]).sorted().toArray();
    return StartForecast.of(samples);
  }
}
