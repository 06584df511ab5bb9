// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** How a weighted hierarchy becomes one weight for each leaf. */
interface Weighting {
  /**
   * As {@link io.github.yarnfair.core.policy.FairnessPolicy#timeBy}, of weights that follow a
   * clock.
   */
  default void timeBy(UnaryOperator<BooleanSupplier> timing) {}

  /** Updates the weights for the current tree. */
  void update(ShareTree tree);

  /** Returns whether all weights are still current after a change of a leaf's usage or demand. */
  boolean isCurrent(ShareTree tree, int leaf);

  /** Returns whether adding, removing or reweighting a node changes the weights of other leaves. */
  boolean concernsSiblings(ShareTree tree, int node);

  /** Forgets a node that is no longer in the tree; its handle may be given out again. */
  void forget(int node);

  /** Returns whether weights have changed although the tree has not. */
  boolean hasNews(ShareTree tree);

  /** Returns the flat weight of an active leaf, positive. */
  double weight(int leaf);

  /**
   * Returns the flat weight of a queue that serves in order, as if it were one leaf; 0 if it is not
   * active.
   */
  double orderedWeight(int queue);
}
