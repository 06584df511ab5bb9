// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.tree.ShareTree;

/**
 * W is the product weight, but as published not for a leaf that does not need k*. Adding, removing
 * or reweighting an active node changes μ up to the root, and so the weights of all leaves: the
 * tree is flattened and all leaves are rated again, in place.
 */
final class ProductWeighting implements Weighting {
  private final Flattening flattening = new Flattening();
  private final boolean published;

  ProductWeighting(boolean published) {
    this.published = published;
  }

  @Override
  public void update(ShareTree tree) {
    flattening.flatten(tree);
  }

  @Override
  public boolean isCurrent(ShareTree tree, int leaf) {
    return flattening.isCurrent(tree, leaf);
  }

  @Override
  public boolean concernsSiblings(ShareTree tree, int node) {
    return flattening.isCounted(tree, node);
  }

  @Override
  public void forget(int node) {
    flattening.forget(node);
  }

  @Override
  public boolean hasNews(ShareTree tree) {
    return false;
  }

  @Override
  public double orderedWeight(int queue) {
    return weight(queue);
  }

  @Override
  public double weight(int leaf) {
    return published && !flattening.needsFirstSaturated(leaf)
        ? flattening.weightProduct(leaf)
        : flattening.productWeight(leaf);
  }
}
