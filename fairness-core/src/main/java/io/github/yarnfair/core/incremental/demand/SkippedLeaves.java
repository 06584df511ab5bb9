// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.ChangedNodes;
import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import org.jspecify.annotations.Nullable;

/** The leaves that have declined the offer at hand: until the next one they want nothing. */
public final class SkippedLeaves {
  private final ShareTree tree;
  private @Nullable Offer offer;
  private long round;
  private final IntList leaves = new IntList();
  private int read;

  public SkippedLeaves(ShareTree tree) {
    this.tree = tree;
  }

  /**
   * Adds the leaves that declined since the last call; removes them when another offer is opened.
   */
  public void update(Offer current, PendingClasses pending, ChangedNodes changed) {
    if (current != offer || current.round() != round) {
      offer = current;
      round = current.round();
      for (int i = 0; i < leaves.size(); i++) {
        pending.suppress(leaves.get(i), false);
        changed.add(leaves.get(i));
      }
      leaves.clear();
      read = 0;
    }
    for (; read < current.skippedCount(); read++) {
      int leaf = current.skipped(read);
      if (tree.contains(leaf) && tree.isLeaf(leaf)) {
        leaves.add(leaf);
        pending.grow();
        pending.suppress(leaf, true);
        changed.add(leaf);
      }
    }
  }

  /** Removes a leaf that is no longer in the tree. */
  public void remove(int leaf) {
    leaves.removeValue(leaf);
  }
}
