// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.tree.Activity;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@link HierarchicalGuarantee} of a tree, updated with each change: each queue knows the sum
 * of its active children's weights, in each class if they have {@linkplain ShareSpace#weights
 * several}. The guarantee of one node takes O(depth); a change takes O(m), and O(depth) for each
 * weight if a leaf begins or ceases to be active.
 */
public final class CurrentGuarantee implements TreeListener {
  private @Nullable ShareTree attached;

  /** Number of weights per node: the row length of the arrays below. */
  private int weights;

  /** By node: the weights that its parent counts, 0 while nothing below (or at) it is active. */
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
   * Listens to the changes of a tree from now on, if it does not yet.
   *
   * @throws IllegalArgumentException if it is another tree than the first time
   */
  public void attachTo(ShareTree tree) {
    if (attached == null) {
      attached = tree;
      weights = tree.space().weights();
      tree.addListener(this);
      grow(tree);
      enter(tree, ROOT);
    } else if (attached != tree) {
      throw new IllegalArgumentException("another tree than the one that is followed");
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
    double share = isActive(node) ? 1.0 : 0.0;
    for (int n = node; n != ROOT && share > 0; n = tree().parent(n)) {
      int at = tree().parent(n) * weights + weightIndex;
      share *= counted[n * weights + weightIndex] / (sum[at] + lost[at]);
    }
    return share;
  }

  private ShareTree tree() {
    if (attached == null) {
      throw new IllegalStateException("no tree is followed yet");
    }
    return attached;
  }

  private boolean isActive(int node) {
    return node == ROOT ? active[ROOT] > 0 : counted[node * weights] > 0;
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
    if (tree.handleBound() > active.length) {
      int length = Math.max(16, 2 * tree.handleBound());
      counted = Arrays.copyOf(counted, length * weights);
      active = Arrays.copyOf(active, length);
      sum = Arrays.copyOf(sum, length * weights);
      lost = Arrays.copyOf(lost, length * weights);
    }
  }

  /** Lets a parent count a child by its weights, or not if it is inactive, and those above. */
  private void count(int node, boolean isActive, int parent) {
    if (parent == NONE) {
      return;
    }
    boolean changes = false;
    boolean wasActive = counted[node * weights] > 0;
    active[parent] += (isActive ? 1 : 0) - (wasActive ? 1 : 0);
    for (int w = 0; w < weights; w++) {
      changes |= count(node * weights + w, isActive ? tree().weightAt(node, w) : 0.0, parent, w);
    }
    if (changes) {
      count(parent, active[parent] > 0, tree().parent(parent));
    }
  }

  /** Counts one weight of a child in the sum of its parent; returns whether it has changed. */
  private boolean count(int at, double weight, int parent, int weightIndex) {
    double former = counted[at];
    if (former == weight) {
      return false;
    }
    counted[at] = weight;
    int sumAt = parent * weights + weightIndex;
    add(sumAt, -former);
    add(sumAt, weight);
    if (active[parent] == 0) {
      sum[sumAt] = 0.0;
      lost[sumAt] = 0.0;
    }
    return true;
  }

  /** Adds to a sum and keeps what is rounded off (T. J. Dekker, D. E. Knuth: TwoSum). */
  private void add(int at, double weight) {
    double total = sum[at] + weight;
    double part = total - sum[at];
    lost[at] += (sum[at] - (total - part)) + (weight - part);
    sum[at] = total;
  }

  @Override
  public void usageChanged(int leaf) {
    boolean isActive = Activity.isActive(tree(), leaf);
    if (isActive != isActive(leaf)) {
      count(leaf, isActive, tree().parent(leaf));
    }
  }

  @Override
  public void demandChanged(int leaf) {
    usageChanged(leaf);
  }

  @Override
  public void weightChanged(int node) {
    if (isActive(node)) {
      count(node, true, tree().parent(node));
    }
  }

  @Override
  public void added(int node) {
    grow(tree());
    boolean isActive = tree().isLeaf(node) ? Activity.isActive(tree(), node) : active[node] > 0;
    count(node, isActive, tree().parent(node));
  }

  @Override
  public void removed(int node, int formerParent) {
    count(node, false, formerParent);
  }
}
