// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import org.jspecify.annotations.Nullable;

/**
 * Assigns the free resources of a node in the order of a selection: pending tasks become held ones.
 */
final class GivingAway {
  private final ShareTree tree;
  private final Selection selection;
  private final Offer offer;
  private final long[] within;

  /** Receives each task that starts. */
  interface Starts {
    /**
     * A task starts.
     *
     * @param amounts the resources charged to the leaf
     */
    void started(int leaf, long[] amounts);
  }

  /**
   * @param selection over the tree
   */
  GivingAway(ShareTree tree, Selection selection) {
    this.tree = tree;
    this.selection = selection;
    offer = new Offer(tree.space());
    within = new long[tree.space().length()];
  }

  /**
   * Assigns until no leaf can use what is left.
   *
   * @param free what is free on a node; reduced
   */
  void giveAway(long[] free, Starts starts) {
    offer.open(free);
    for (int leaf = selection.next(offer); leaf != ShareTree.NONE; leaf = selection.next(offer)) {
      long[] task = fitting(leaf);
      if (task == null) {
        offer.skip(leaf);
        continue;
      }
      long[] amounts = tree.space().charged(task);
      offer.take(amounts);
      tree.charge(leaf, amounts);
      tree.setDemand(leaf, tree.demand(leaf).started(tree.space(), task));
      for (int j = 0; j < tree.space().pairs(); j++) {
        free[j] -= amounts[j];
      }
      starts.started(leaf, amounts);
    }
  }

  private long @Nullable [] fitting(int leaf) {
    tree.room(leaf, offer, within);
    Demand demand = tree.demand(leaf);
    for (int i = 0; i < demand.size(); i++) {
      long[] task = demand.vector(i);
      if (Amounts.fits(task, within)) {
        return task;
      }
    }
    return null;
  }
}
