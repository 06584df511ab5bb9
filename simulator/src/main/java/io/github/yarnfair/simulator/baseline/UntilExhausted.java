// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * C.S-Current, CapacityScheduler as the H-DRF paper found it (section 5.2 of the paper cited by
 * {@link NaivePolicy}): serves like another selection until any resource of the cluster is
 * exhausted, and after that no leaf, even if one could use what is left.
 */
public final class UntilExhausted implements Selection {
  private final ShareTree tree;
  private final Selection serving;

  /** Creates the selection over the tree that another one serves. */
  public UntilExhausted(ShareTree tree, Selection serving) {
    this.tree = tree;
    this.serving = serving;
  }

  @Override
  public int next(Offer offer) {
    int leaf = serving.next(offer);
    return isExhausted() ? ShareTree.NONE : leaf;
  }

  private boolean isExhausted() {
    for (int j = 0; j < tree.space().pairs(); j++) {
      if (tree.capacity(j) > 0 && tree.usage(ShareTree.ROOT, j) >= tree.capacity(j)) {
        return true;
      }
    }
    return false;
  }
}
