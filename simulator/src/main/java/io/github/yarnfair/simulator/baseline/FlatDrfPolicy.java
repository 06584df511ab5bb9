// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.policy.FlatPolicy;
import io.github.yarnfair.core.tree.NodeVectors;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * Flat DRF: each leaf by its own weight, without queues (A. Ghodsi et al., "Dominant Resource
 * Fairness: Fair Allocation of Multiple Resource Types", NSDI 2011).
 */
public final class FlatDrfPolicy extends FlatPolicy {
  private final NodeVectors weight = new NodeVectors();

  @Override
  public String name() {
    return "drf";
  }

  @Override
  public void prepare(ShareTree tree) {
    weight.reset(tree, 1);
    copyWeights(tree, ShareTree.ROOT);
  }

  @Override
  public double flatWeight(int leaf) {
    return weight.get(leaf, 0);
  }

  private void copyWeights(ShareTree tree, int node) {
    weight.set(node, 0, tree.weight(node));
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      copyWeights(tree, c);
    }
  }
}
