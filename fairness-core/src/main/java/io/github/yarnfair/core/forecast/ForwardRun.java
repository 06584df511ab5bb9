// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * One possible future: running tasks end after random times, and what they free is assigned in the
 * policy's turns, until each awaited leaf has started a task. Nothing arrives.
 */
final class ForwardRun {
  private final ShareTree tree;
  private final List<long[]> free;
  private final IntFunction<LifeTable> lives;
  private final SplittableRandom random;
  private final GivingAway giving;
  private final PriorityQueue<End> ends = new PriorityQueue<>();
  private final double[] starts;
  private int awaited;
  private int nextNode;

  /** The end of a task. */
  @SuppressWarnings("ArrayRecordComponent") // never compared by it
  private record End(double time, int leaf, long[] amounts, long[] freed, int node)
      implements Comparable<End> {
    @Override
    public int compareTo(End other) {
      return Double.compare(time, other.time);
    }
  }

  /**
   * @param tree changed
   * @param free by node, what is free; changed
   * @param lives by leaf, how long its next tasks last
   */
  ForwardRun(
      ShareTree tree,
      Function<ShareTree, Selection> rule,
      List<long[]> free,
      IntFunction<LifeTable> lives,
      SplittableRandom random) {
    this.tree = tree;
    this.free = free;
    this.lives = lives;
    this.random = random;
    giving = new GivingAway(tree, rule.apply(tree));
    starts = new double[tree.handleBound()];
  }

  /**
   * Runs until each awaited leaf has started a task, or the bounds are reached.
   *
   * @param leaves the awaited ones
   * @return by position in {@code leaves}, milliseconds from now to the next start; infinite if
   *     there was none
   */
  double[] starts(List<AgedTask> running, int[] leaves, Bounds bounds) {
    for (int leaf : leaves) {
      starts[leaf] = Double.POSITIVE_INFINITY;
    }
    awaited = leaves.length;
    boolean hasLimits = hasLimits();
    for (AgedTask task : running) {
      double left =
          task.life().residualMillis((double) task.ageMillis(), 1.0 - random.nextDouble());
      ends.add(new End(left, task.leaf(), task.amounts(), task.freed(), task.node()));
    }
    run(bounds, hasLimits);
    double[] times = new double[leaves.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = starts[leaves[i]];
    }
    return times;
  }

  private void run(Bounds bounds, boolean hasLimits) {
    for (int events = 0; awaited > 0 && events < bounds.mostEvents(); events++) {
      End end = ends.poll();
      if (end == null || end.time() > bounds.horizonMillis()) {
        return;
      }
      tree.release(end.leaf(), end.amounts());
      Amounts.add(free.get(end.node()), end.freed());
      giveAway(end.node(), end.time());
      if (hasLimits) {
        // What ended may let others pass a limit, below which they use room on other nodes.
        nextNode = (nextNode + 1) % free.size();
        giveAway(nextNode, end.time());
      }
    }
  }

  private boolean hasLimits() {
    for (int node = 0; node < tree.handleBound(); node++) {
      if (tree.contains(node) && tree.isLimited(node)) {
        return true;
      }
    }
    return false;
  }

  private void giveAway(int node, double now) {
    giving.giveAway(
        free.get(node),
        (leaf, amounts) -> {
          if (starts[leaf] == Double.POSITIVE_INFINITY) {
            starts[leaf] = now;
            awaited--;
          }
          double lasts = lives.apply(leaf).residualMillis(0.0, 1.0 - random.nextDouble());
          ends.add(new End(now + lasts, leaf, amounts, amounts, node));
        });
  }
}
