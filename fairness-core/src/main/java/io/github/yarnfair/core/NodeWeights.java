/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.core;

import java.util.Arrays;

/** The weights of a share tree's nodes: one for each machine class by which its shares count. */
final class NodeWeights {
  /** The number of weights of each node. */
  private final int width;

  private double[] weights;

  /** By node: whether all of its weights are equal. */
  private boolean[] equal;

  NodeWeights(int width, int length) {
    this.width = width;
    weights = new double[length * width];
    equal = new boolean[length];
  }

  NodeWeights copy() {
    NodeWeights copy = new NodeWeights(width, 0);
    copy.weights = weights.clone();
    copy.equal = equal.clone();
    return copy;
  }

  void grow(int length) {
    weights = Arrays.copyOf(weights, length * width);
    equal = Arrays.copyOf(equal, length);
  }

  /** Sets all weights of a node to one, which is positive and finite. */
  void set(int node, double weight) {
    Arrays.fill(weights, node * width, (node + 1) * width, weight);
    equal[node] = true;
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
    equal[node] = areEqual(newWeights);
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

  boolean areEqual(int node) {
    return equal[node];
  }
}
