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

import static io.github.yarnfair.core.ShareTree.NONE;
import static io.github.yarnfair.core.ShareTree.ROOT;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@link HierarchicalGuarantee} of a tree, updated with each change: each queue knows the sum
 * of its active children's weights. The guarantee of one node takes O(depth); a change takes O(m),
 * and O(depth) if a leaf begins or ceases to be active.
 */
public final class CurrentGuarantee implements TreeListener {
  private @Nullable ShareTree followed;

  /** By node: the weight that its parent counts, 0 while nothing below (or at) it is active. */
  private double[] counted = new double[0];

  /** By queue: how many of its children are active. */
  private int[] active = new int[0];

  /**
   * By queue: the sum of their weights and its rounding error. Weights may differ by many orders of
   * magnitude; after the large ones are removed the sum of the small ones must be exact.
   */
  private double[] sum = new double[0];

  private double[] lost = new double[0];

  /**
   * Follows a tree from now on, if it does not yet.
   *
   * @throws IllegalArgumentException if it is another tree than the first time
   */
  public void follow(ShareTree tree) {
    if (followed == null) {
      followed = tree;
      tree.addListener(this);
      grow(tree);
      enter(tree, ROOT);
    } else if (followed != tree) {
      throw new IllegalArgumentException("another tree than the one that is followed");
    }
  }

  /** Returns a node's guaranteed share of the cluster, 0 if nothing below (or at) it is active. */
  public double of(int node) {
    double share = isActive(node) ? 1.0 : 0.0;
    for (int n = node; n != ROOT && share > 0; n = tree().parent(n)) {
      int queue = tree().parent(n);
      share *= counted[n] / (sum[queue] + lost[queue]);
    }
    return share;
  }

  private ShareTree tree() {
    if (followed == null) {
      throw new IllegalStateException("no tree is followed yet");
    }
    return followed;
  }

  private boolean isActive(int node) {
    return node == ROOT ? active[ROOT] > 0 : counted[node] > 0;
  }

  private void enter(ShareTree tree, int node) {
    if (tree.isLeaf(node)) {
      usageChanged(node);
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      enter(tree, c);
    }
  }

  private void grow(ShareTree tree) {
    if (tree.handleBound() > counted.length) {
      int length = Math.max(16, 2 * tree.handleBound());
      counted = Arrays.copyOf(counted, length);
      active = Arrays.copyOf(active, length);
      sum = Arrays.copyOf(sum, length);
      lost = Arrays.copyOf(lost, length);
    }
  }

  /**
   * Sets the weight by which a parent counts a child, 0 for an inactive one, and updates the
   * parents above.
   */
  private void count(int node, double weight, int parent) {
    double former = counted[node];
    if (former == weight || parent == NONE) {
      return;
    }
    counted[node] = weight;
    active[parent] += (weight > 0 ? 1 : 0) - (former > 0 ? 1 : 0);
    add(parent, -former);
    add(parent, weight);
    if (active[parent] == 0) {
      sum[parent] = 0.0;
      lost[parent] = 0.0;
    }
    count(parent, active[parent] > 0 ? tree().weight(parent) : 0.0, tree().parent(parent));
  }

  /** Adds to a sum and keeps what is rounded off (T. J. Dekker, D. E. Knuth: TwoSum). */
  private void add(int queue, double weight) {
    double total = sum[queue] + weight;
    double part = total - sum[queue];
    lost[queue] += (sum[queue] - (total - part)) + (weight - part);
    sum[queue] = total;
  }

  @Override
  public void usageChanged(int leaf) {
    boolean isActive = Activity.isActive(tree(), leaf);
    if (isActive != isActive(leaf)) {
      count(leaf, isActive ? tree().weight(leaf) : 0.0, tree().parent(leaf));
    }
  }

  @Override
  public void demandChanged(int leaf) {
    usageChanged(leaf);
  }

  @Override
  public void weightChanged(int node) {
    if (isActive(node)) {
      count(node, tree().weight(node), tree().parent(node));
    }
  }

  @Override
  public void added(int node) {
    grow(tree());
    boolean isActive = tree().isLeaf(node) ? Activity.isActive(tree(), node) : active[node] > 0;
    count(node, isActive ? tree().weight(node) : 0.0, tree().parent(node));
  }

  @Override
  public void removed(int node, int formerParent) {
    count(node, 0.0, formerParent);
  }
}
