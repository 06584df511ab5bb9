// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assigns the resources that are supposed to be free on a node, in the policy's turns. */
final class Turns {
  private final SupposedTree supposed;
  private final ShareTree tree;
  private final PreemptionRules.Placement placement;
  private final Offer offer;
  private final long[] within;

  Turns(SupposedTree supposed, PreemptionRules.Placement placement) {
    this.supposed = supposed;
    this.placement = placement;
    tree = supposed.tree();
    offer = new Offer(tree.space());
    within = new long[tree.space().length()];
  }

  /**
   * Supposes that pending tasks start on a node until none fits.
   *
   * @param free what is free; reduced by what starts
   * @return the tasks, in the order of their turns
   */
  List<PendingTask> giveAway(int node, long[] free) {
    List<PendingTask> started = new ArrayList<>();
    offer.open(free);
    for (int leaf = supposed.next(offer); leaf != ShareTree.NONE; leaf = supposed.next(offer)) {
      long[] task = placeable(leaf, node, started);
      if (task == null) {
        offer.skip(leaf);
      } else {
        long[] amounts = tree.space().charged(task);
        offer.take(amounts);
        supposed.start(leaf, task);
        started.add(new PendingTask(leaf, amounts));
        Amounts.subtract(free, amounts);
      }
    }
    return started;
  }

  /** Returns the first pending vector of a leaf that fits and may run on a node, or null. */
  private long @Nullable [] placeable(int leaf, int node, List<PendingTask> started) {
    tree.room(leaf, offer, within);
    Demand demand = tree.demand(leaf);
    for (int i = 0; i < demand.size(); i++) {
      long[] task = demand.vector(i);
      if (Amounts.fits(task, within) && mayStart(leaf, tree.space().charged(task), node, started)) {
        return task;
      }
    }
    return null;
  }

  private boolean mayStart(int leaf, long[] amounts, int node, List<PendingTask> started) {
    if (!placement.mayPlace(leaf, amounts, node)) {
      return false;
    }
    int most = placement.mostAtOnce(leaf, amounts, node);
    return most == Integer.MAX_VALUE
        || started.stream()
                .filter(task -> task.leaf() == leaf && Arrays.equals(task.amounts(), amounts))
                .count()
            < most;
  }
}
