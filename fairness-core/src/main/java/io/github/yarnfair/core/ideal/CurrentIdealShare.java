// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.ChangedNodes;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskTotals;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@link IdealShare} of a tree, computed afresh only when something it depends on has changed:
 * structure, weights, limits, capacity, node shapes, or a leaf's number of tasks, held and pending
 * together, of some demand class. A task that starts, or that ends and is requested again, changes
 * none of these. The check takes O(k·m) for each changed leaf of k demand classes and allocates
 * nothing.
 */
public final class CurrentIdealShare implements TreeListener {
  private final ChangedNodes leaves = new ChangedNodes();
  private boolean isStale;

  /** By leaf, where its demand classes as of the last computation begin and end. */
  private int[] from = {};

  private int[] to = {};
  private long[] classes = {};
  private int length;
  private @Nullable TaskTotals totals;
  private @Nullable ShareTree followed;
  private @Nullable IdealShare ideal;

  /**
   * Returns the ideal share of a tree as it stands.
   *
   * @throws IllegalArgumentException if it is another tree than the first time
   */
  public IdealShare of(ShareTree tree) {
    if (followed == null) {
      followed = tree;
      tree.addListener(this);
    } else if (followed != tree) {
      throw new IllegalArgumentException("another tree than the one that is followed");
    }
    if (totals == null) {
      totals = new TaskTotals(tree.space());
    }
    if (ideal == null || isStale || hasChanged(tree, totals)) {
      ideal = IdealShare.of(tree);
      noteAll(tree, totals);
    }
    leaves.clear();
    return ideal;
  }

  private boolean hasChanged(ShareTree tree, TaskTotals now) {
    for (int i = 0; i < leaves.count(); i++) {
      int leaf = leaves.get(i);
      now.read(tree, leaf);
      if (!now.equal(classes, from[leaf], to[leaf])) {
        return true;
      }
    }
    return false;
  }

  private void noteAll(ShareTree tree, TaskTotals now) {
    if (from.length < tree.handleBound()) {
      from = new int[2 * tree.handleBound()];
      to = new int[from.length];
    }
    length = 0;
    note(tree, ShareTree.ROOT, now);
    isStale = false;
  }

  private void note(ShareTree tree, int node, TaskTotals now) {
    if (tree.isLeaf(node)) {
      now.read(tree, node);
      if (length + now.length() > classes.length) {
        classes = Arrays.copyOf(classes, 2 * (length + now.length()));
      }
      now.copyTo(classes, length);
      from[node] = length;
      length += now.length();
      to[node] = length;
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      note(tree, c, now);
    }
  }

  @Override
  public void usageChanged(int leaf) {
    leaves.add(leaf);
  }

  @Override
  public void demandChanged(int leaf) {
    leaves.add(leaf);
  }

  @Override
  public void weightChanged(int node) {
    isStale = true;
  }

  @Override
  public void limitChanged(int node) {
    isStale = true;
  }

  @Override
  public void orderChanged(int queue) {
    isStale = true;
  }

  @Override
  public void rankChanged(int leaf) {
    isStale = true;
  }

  @Override
  public void added(int node) {
    isStale = true;
  }

  @Override
  public void removed(int node, int formerParent) {
    isStale = true;
  }

  @Override
  public void capacityChanged() {
    isStale = true;
  }

  @Override
  public void nodeShapesChanged() {
    isStale = true;
  }
}
