// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/**
 * The weights of a share tree's nodes: one for each machine class by which its shares count.
 *
 * <p>What a queue has in one class for each unit in the first is what its children have to divide
 * there. So the <i>effective</i> weight, by which an entry of a node's share is divided, is
 *
 * <pre>
 *   e_n,k = w_n,k · e_parent,k / e_parent,0
 * </pre>
 *
 * <p>Within one class siblings compare as by w. Without the factor, a queue of weights ⟨3, 1⟩ with
 * one application in each of two classes would have as much of the first as of the second: the two
 * applications would be tied.
 */
final class NodeWeights {
  /** The number of weights of each node. */
  private final int width;

  private double[] weights;
  private double[] effective;

  /** By node: whether all of its effective weights are equal. */
  private boolean[] equal;

  NodeWeights(int width, int length) {
    this.width = width;
    weights = new double[length * width];
    effective = new double[length * width];
    equal = new boolean[length];
  }

  NodeWeights copy() {
    NodeWeights copy = new NodeWeights(width, 0);
    copy.weights = weights.clone();
    copy.effective = effective.clone();
    copy.equal = equal.clone();
    return copy;
  }

  void grow(int length) {
    weights = Arrays.copyOf(weights, length * width);
    effective = Arrays.copyOf(effective, length * width);
    equal = Arrays.copyOf(equal, length);
  }

  /** Sets all weights of a node to one, which is positive and finite. */
  void set(int node, double weight) {
    Arrays.fill(weights, node * width, (node + 1) * width, weight);
  }

  /**
   * Sets the weights of a node.
   *
   * @throws IllegalArgumentException if there are more or fewer, or one is not positive and finite
   */
  void set(int node, double[] newWeights) {
    if (newWeights.length != width) {
      throw new IllegalArgumentException(newWeights.length + " weights: expected " + width);
    }
    for (double weight : newWeights) {
      Arguments.checkedWeight(weight);
    }
    System.arraycopy(newWeights, 0, weights, node * width, width);
  }

  /**
   * Recomputes the effective weights of a node by its own and its parent's.
   *
   * @param parent {@link ShareTree#NONE} for the root
   * @return whether those of its children have to be recomputed
   */
  boolean refresh(int node, int parent) {
    boolean changes = false;
    double former = effective[node * width];
    double first = weights[node * width];
    equal[node] = true;
    for (int w = 0; w < width; w++) {
      int at = node * width + w;
      double before = effective[at] / former;
      double factor = parent == ShareTree.NONE ? 1.0 : ratio(parent, w);
      effective[at] = weights[at] * factor;
      changes |= effective[at] / first != before;
      equal[node] &= effective[at] == first;
    }
    return changes;
  }

  /** Returns an effective weight of a node by that in the first class. */
  private double ratio(int node, int index) {
    return effective[node * width + index] / effective[node * width];
  }

  static boolean areEqual(double[] weights) {
    for (double weight : weights) {
      if (weight != weights[0]) {
        return false;
      }
    }
    return true;
  }

  double get(int node, int index) {
    return weights[node * width + index];
  }

  double effective(int node, int index) {
    return effective[node * width + index];
  }

  /** Returns whether all effective weights of a node are equal. */
  boolean areEqual(int node) {
    return equal[node];
  }
}
