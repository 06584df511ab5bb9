// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.Activity;
import io.github.yarnfair.core.tree.NodeVectors;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * The share of the cluster that the hierarchy promises each node: the product, over the path from
 * the root, of the weight by the sum of the active siblings' weights (A. A. Bhattacharya et al.,
 * "Hierarchical Scheduling for Diverse Datacenter Workloads", SoCC 2013, section 2.1). Where queues
 * have {@linkplain ShareSpace#weights weights by machine class} there is one for each class, by the
 * weights there; an active sibling counts in all of them, also where it demands nothing. A leaf of
 * a queue that {@linkplain ShareTree#servesInOrder serves in order} has the queue's: in its turn it
 * may receive all of that.
 */
public final class HierarchicalGuarantee {
  private final NodeVectors share = new NodeVectors();
  private int weights;

  /** Computes the guarantee of every node of a tree as it stands; allocates nothing in the end. */
  public void compute(ShareTree tree) {
    weights = tree.space().weights();
    share.reset(tree, weights);
    if (markActive(tree, ShareTree.ROOT)) {
      for (int w = 0; w < weights; w++) {
        divide(tree, ShareTree.ROOT, w);
      }
    }
  }

  /**
   * Returns a node's guaranteed share of the cluster, or of the first class; 0 if nothing below (or
   * at) it is active.
   */
  public double of(int node) {
    return of(node, 0);
  }

  /** Returns a node's guaranteed share by the weights of one class, likewise. */
  public double of(int node, int weightIndex) {
    return share.get(node, weightIndex);
  }

  private boolean markActive(ShareTree tree, int node) {
    boolean active = tree.isLeaf(node) && Activity.isActive(tree, node);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      active |= markActive(tree, c);
    }
    for (int w = 0; w < weights; w++) {
      share.set(node, w, active ? 1.0 : 0.0);
    }
    return active;
  }

  private void divide(ShareTree tree, int queue, int index) {
    boolean inOrder = tree.servesInOrder(queue);
    double sum = 0.0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      sum += of(c, index) * tree.weightAt(c, index);
    }
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (of(c, index) > 0) {
        double whole = of(queue, index);
        share.set(c, index, inOrder ? whole : whole * tree.weightAt(c, index) / sum);
        divide(tree, c, index);
      }
    }
  }
}
