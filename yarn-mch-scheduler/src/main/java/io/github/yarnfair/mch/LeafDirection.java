// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.NodeVectors;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * The proportion in which a leaf uses the cluster's resources: that of the sum of its pending
 * tasks, {@linkplain Demand#all served now} or not, only of the {@linkplain Demand#ENDLESS endless}
 * classes if there are any, as these outweigh all others; that of its usage if nothing is pending
 * that is confined to its machine class.
 */
final class LeafDirection {
  private LeafDirection() {}

  /**
   * Sets a leaf's vector, by entry of a share, to fractions; their sum means nothing, only ratios
   * do.
   */
  static void of(ShareTree tree, int leaf, NodeVectors into) {
    Demand pending = tree.fixedDemand(leaf).all();
    boolean endless = hasEndless(pending);
    for (int s = 0; s < tree.space().shares(); s++) {
      double total = pending.isEmpty() ? tree.shareUsage(leaf, s) : 0.0;
      for (int i = 0; i < pending.size(); i++) {
        if (!endless || pending.tasks(i) == Demand.ENDLESS) {
          total += (endless ? 1.0 : pending.tasks(i)) * tree.space().shareAmount(pending, i, s);
        }
      }
      into.set(leaf, s, tree.shareCapacity(s) > 0 ? total / tree.shareCapacity(s) : 0.0);
    }
  }

  private static boolean hasEndless(Demand pending) {
    for (int i = 0; i < pending.size(); i++) {
      if (pending.tasks(i) == Demand.ENDLESS) {
        return true;
      }
    }
    return false;
  }
}
