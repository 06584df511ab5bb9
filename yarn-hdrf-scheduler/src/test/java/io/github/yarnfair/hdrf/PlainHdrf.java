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
package io.github.yarnfair.hdrf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dynamic H-DRF written down as plainly as possible, by recursion over objects that remember
 * nothing between decisions but what leaves hold and want: the reference that every faster form
 * must equal.
 */
final class PlainHdrf {
  /** A queue, or a leaf if it has no children and demands something. */
  static final class Node {
    final List<Node> children = new ArrayList<>();
    @Nullable Node parent;
    double weight = 1;
    long[] limit;
    long[] held;
    List<long[]> pending = List.of();
    boolean skipped;

    // What the last decision made of it.
    boolean blocked;
    double[] u = {};
    double key;

    Node(int resources) {
      held = new long[resources];
      limit = new long[resources];
      Arrays.fill(limit, Long.MAX_VALUE);
    }

    void add(Node child) {
      children.add(child);
      child.parent = this;
    }

    long held(int j) {
      return held[j] + children.stream().mapToLong(child -> child.held(j)).sum();
    }
  }

  private final Node root;
  private final long[] capacity;
  private final long[] free;
  private final boolean corrected;

  private PlainHdrf(Node root, long[] capacity, long[] free, boolean corrected) {
    this.root = root;
    this.capacity = capacity;
    this.free = free;
    this.corrected = corrected;
  }

  /**
   * Decides to whom the next task from what is free goes.
   *
   * @param corrected by the corrected rule, otherwise by Algorithm 3 as printed
   * @return the leaf, null if all are blocked
   */
  static @Nullable Node choose(Node root, long[] capacity, long[] free, boolean corrected) {
    PlainHdrf decision = new PlainHdrf(root, capacity, free, corrected);
    decision.rate(root);
    return root.blocked ? null : decision.walk();
  }

  private Node walk() {
    Node node = root;
    while (!node.children.isEmpty()) {
      Node least = null;
      for (Node child : node.children) {
        if (!child.blocked && (least == null || child.key < least.key)) {
          least = child;
        }
      }
      node = least;
    }
    return node;
  }

  private void rate(Node node) {
    node.children.forEach(this::rate);
    node.blocked =
        node.children.stream().allMatch(child -> child.blocked) && !hasTaskThatFits(node);
    node.u = new double[capacity.length];
    for (int j = 0; j < capacity.length; j++) {
      node.u[j] = capacity[j] == 0 ? 0 : (double) node.held[j] / capacity[j];
    }
    double f = Double.POSITIVE_INFINITY;
    for (Node child : node.children) {
      f = child.blocked ? f : Math.min(f, child.key);
    }
    for (Node child : node.children) {
      // The share s = key · weight, scaled to f · weight.
      double factor = isScaled(child, f) ? f * child.weight / (child.key * child.weight) : 1;
      for (int j = 0; j < capacity.length; j++) {
        node.u[j] += child.u[j] * factor;
      }
    }
    node.key = share(node) / node.weight;
  }

  private boolean isScaled(Node child, double f) {
    return child.key > f && (corrected || !child.blocked);
  }

  private double share(Node node) {
    double share = 0;
    for (int j = 0; j < capacity.length; j++) {
      boolean counts = corrected || node.children.isEmpty() || free[j] > 0;
      share = counts ? Math.max(share, node.u[j]) : share;
    }
    return share;
  }

  private boolean hasTaskThatFits(Node leaf) {
    return !leaf.skipped && leaf.pending.stream().anyMatch(task -> fits(task, leaf));
  }

  private boolean fits(long[] task, Node leaf) {
    for (int j = 0; j < capacity.length; j++) {
      if (task[j] > free[j]) {
        return false;
      }
      for (Node n = leaf; n != null; n = n.parent) {
        if (n.limit[j] != Long.MAX_VALUE && task[j] > Math.max(0, n.limit[j] - n.held(j))) {
          return false;
        }
      }
    }
    return true;
  }
}
