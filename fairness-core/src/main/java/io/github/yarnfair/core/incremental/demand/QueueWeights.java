// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * The weights of one queue by entry of its share. If it weighs the same in all machine classes, as
 * it does where there is one class, keys are computed by that weight alone.
 */
public final class QueueWeights {
  private boolean isOne = true;
  private double weight = 1.0;
  private double inverse = 1.0;

  /** By entry of a share, if the weights differ: 1/w. */
  private double[] inverses = {};

  /** Returns κ of a node by its weights in a tree, for a usage whose largest entry is known. */
  public static double key(ShareTree tree, int node, double[] usage, double largest) {
    return tree.hasOneWeight(node)
        ? largest / tree.weight(node)
        : tree.shareByWeight(node, usage, 0);
  }

  /** Reads the weights of a queue, which may have changed. */
  public void read(ShareTree tree, int queue) {
    set(tree.weight(queue));
    isOne = tree.hasOneWeight(queue);
    if (!isOne) {
      readAll(tree, queue);
    }
  }

  /** Lets the queue weigh the same in all classes. */
  public void set(double newWeight) {
    isOne = true;
    weight = newWeight;
    inverse = 1.0 / newWeight;
  }

  private void makeRoom(ShareSpace space) {
    if (inverses.length == 0) {
      inverses = new double[space.shares()];
    }
  }

  private void readAll(ShareTree tree, int queue) {
    int width = tree.space().resources();
    makeRoom(tree.space());
    for (int from = 0; from < inverses.length; from += width) {
      Arrays.fill(inverses, from, from + width, 1.0 / tree.weight(queue, from));
    }
  }

  /** Returns whether the queue weighs the same in all classes. */
  public boolean areOne() {
    return isOne;
  }

  /** Returns the weight if the queue weighs the same in all classes. */
  public double one() {
    return weight;
  }

  /** Returns 1/w if the queue weighs the same in all classes. */
  public double inverse() {
    return inverse;
  }

  /** Returns κ of a usage, whose entries stand from an offset on, if the weights differ. */
  public double largestByWeight(double[] usage, int offset) {
    return ShortVectors.maxOfProducts(usage, offset, inverses);
  }
}
