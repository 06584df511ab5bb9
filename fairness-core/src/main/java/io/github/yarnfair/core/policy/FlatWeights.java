// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.NodeVectors;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * The weights W of leaf queues that are compared with each other whatever queues lie above them:
 * each one's configured part of the cluster.
 *
 * <pre>
 *   W = Π w/Σw   over the queues on its path; Σw over their siblings, active or not
 * </pre>
 *
 * <p>One for each machine class by which shares count. A leaf beside queues counts like a queue
 * with that one leaf; the leaves of a leaf queue have no W. Allocates nothing once the tree has
 * stopped growing.
 */
public final class FlatWeights {
  private final NodeVectors weights = new NodeVectors();

  /** By node, in one column, 1 for a queue with queues among its children. */
  private final NodeVectors kinds = new NodeVectors();

  private int width;

  /** Computes the weights of all nodes of a tree. */
  public void prepare(ShareTree tree) {
    width = tree.space().weights();
    weights.reset(tree, width);
    kinds.reset(tree, 1);
    for (int i = 0; i < width; i++) {
      weights.set(ShareTree.ROOT, i, 1.0);
    }
    prepareBelow(tree, ShareTree.ROOT);
  }

  /** Computes the weights of the nodes below a queue, whose own are known. */
  public void prepareBelow(ShareTree tree, int queue) {
    grow(tree);
    boolean hasQueues = false;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      hasQueues |= !tree.isLeaf(c);
    }
    kinds.set(queue, 0, hasQueues ? 1.0 : 0.0);
    if (hasQueues) {
      for (int i = 0; i < width; i++) {
        divide(tree, queue, i);
      }
      for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
        if (!tree.isLeaf(c)) {
          prepareBelow(tree, c);
        }
      }
    }
  }

  /** Makes room for nodes that were added to a tree since the last call; they weigh 0 so far. */
  public void grow(ShareTree tree) {
    weights.grow(tree);
    kinds.grow(tree);
  }

  /** Forgets a node that is no longer in the tree; its handle may be given out again. */
  public void forget(int node) {
    weights.forget(node);
    kinds.forget(node);
  }

  private void divide(ShareTree tree, int queue, int index) {
    double sum = 0.0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      sum += tree.weightAt(c, index);
    }
    double perWeight = weights.get(queue, index) / sum;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      weights.set(c, index, perWeight * tree.weightAt(c, index));
    }
  }

  /** Returns whether a queue has queues among its children. */
  public boolean hasQueues(int queue) {
    return kinds.get(queue, 0) > 0;
  }

  /**
   * Returns one of the weights W of a queue, or of a leaf beside queues.
   *
   * @param index of the {@link ShareSpace#weights()} weights
   */
  public double weight(int node, int index) {
    return weights.get(node, index);
  }

  /** Returns the largest entry of the usage attributed to a node by its W in the same class. */
  public double shareByWeight(ShareSpace space, Shares shares, int node) {
    double largest = 0.0;
    for (int s = 0; s < space.shares(); s++) {
      double entry = shares.attributed(node, s) / weight(node, space.weightOf(s));
      largest = Math.max(largest, entry);
    }
    return largest;
  }
}
