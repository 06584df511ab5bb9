// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/**
 * A vector of numbers for each node of a share tree, by handle: the prepared values of a policy.
 * Allocates nothing once the tree has stopped growing.
 */
public final class NodeVectors {
  private double[] values = new double[0];
  private int width;

  /**
   * Makes room for a vector of each node in a tree and sets all of them to zero.
   *
   * @param vectorWidth the length of each vector
   */
  public void reset(ShareTree tree, int vectorWidth) {
    int length = tree.handleBound() * vectorWidth;
    width = vectorWidth;
    if (values.length < length) {
      values = new double[Math.max(length, values.length * 2)];
    }
    Arrays.fill(values, 0.0);
  }

  /** Makes room, with vectors of zeros, for nodes that were added to a tree since the last call. */
  public void grow(ShareTree tree) {
    int length = tree.handleBound() * width;
    if (values.length < length) {
      values = Arrays.copyOf(values, 2 * length);
    }
  }

  /** Sets a node's vector to zero, as its handle may be given out again. */
  public void forget(int node) {
    if ((node + 1) * width <= values.length) {
      Arrays.fill(values, node * width, (node + 1) * width, 0.0);
    }
  }

  /** Returns a component of a node's vector. */
  public double get(int node, int index) {
    return values[node * width + index];
  }

  /** Sets a component of a node's vector. */
  public void set(int node, int index, double value) {
    values[node * width + index] = value;
  }

  /** Adds to a component of a node's vector. */
  public void add(int node, int index, double amount) {
    values[node * width + index] += amount;
  }

  /** Returns the largest component of a node's vector, at least 0. */
  public double max(int node) {
    double max = 0.0;
    for (int i = 0; i < width; i++) {
      max = Math.max(max, get(node, i));
    }
    return max;
  }

  /** Multiplies a node's vector by a factor. */
  public void scale(int node, double factor) {
    for (int i = 0; i < width; i++) {
      values[node * width + i] *= factor;
    }
  }
}
