// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
 *
 * <p>w is the configured weight, times the node's <i>balance factor</i> in that class, which is 1
 * unless shares have a memory.
 */
final class NodeWeights {
  /** The number of weights of each node. */
  private final int width;

  private double[] weights;
  private double[] effective;

  /** By node: whether all of its effective weights are equal. */
  private boolean[] equal;

  /** The weights without balance factors; null as long as no node was given any. */
  private double @Nullable [] configured;

  private double @Nullable [] factors;

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
    copy.configured = configured == null ? null : configured.clone();
    copy.factors = factors == null ? null : factors.clone();
    return copy;
  }

  void grow(int length) {
    weights = Arrays.copyOf(weights, length * width);
    effective = Arrays.copyOf(effective, length * width);
    equal = Arrays.copyOf(equal, length);
    if (configured != null && factors != null) {
      configured = Arrays.copyOf(configured, length * width);
      factors = Arrays.copyOf(factors, length * width);
    }
  }

  /** Makes the balance factors of a node 1. */
  void clearFactors(int node) {
    if (factors != null) {
      Arrays.fill(factors, node * width, (node + 1) * width, 1.0);
    }
  }

  /**
   * Sets by what the configured weights of a node are multiplied.
   *
   * @throws IllegalArgumentException if there are more or fewer, or one is not positive and finite
   */
  void setFactors(int node, double[] newFactors) {
    check(newFactors);
    if (configured == null || factors == null) {
      configured = weights.clone();
      factors = new double[weights.length];
      Arrays.fill(factors, 1.0);
    }
    System.arraycopy(newFactors, 0, factors, node * width, width);
    multiply(node, configured, factors);
  }

  private void multiply(int node, double[] by, double[] factor) {
    for (int at = node * width; at < (node + 1) * width; at++) {
      weights[at] = by[at] * factor[at];
    }
  }

  /** Returns a balance factor of a node. */
  double factor(int node, int index) {
    return factors == null ? 1.0 : factors[node * width + index];
  }

  /** Returns a weight of a node without its balance factor. */
  double configured(int node, int index) {
    return configured == null ? weights[node * width + index] : configured[node * width + index];
  }

  /** Sets all weights of a node to one, which is positive and finite. */
  void set(int node, double weight) {
    if (configured == null || factors == null) {
      Arrays.fill(weights, node * width, (node + 1) * width, weight);
    } else {
      Arrays.fill(configured, node * width, (node + 1) * width, weight);
      multiply(node, configured, factors);
    }
  }

  /**
   * Sets the weights of a node.
   *
   * @throws IllegalArgumentException if there are more or fewer, or one is not positive and finite
   */
  void set(int node, double[] newWeights) {
    check(newWeights);
    if (configured == null || factors == null) {
      System.arraycopy(newWeights, 0, weights, node * width, width);
    } else {
      System.arraycopy(newWeights, 0, configured, node * width, width);
      multiply(node, configured, factors);
    }
  }

  private void check(double[] numbers) {
    if (numbers.length != width) {
      throw new IllegalArgumentException(numbers.length + " weights: expected " + width);
    }
    for (double number : numbers) {
      Arguments.checkedWeight(number);
    }
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
