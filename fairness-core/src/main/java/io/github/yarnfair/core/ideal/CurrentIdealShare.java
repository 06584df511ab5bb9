// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.ChangedNodes;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskTotals;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@link IdealShare} of a tree, computed afresh only when something it depends on has changed:
 * structure, weights, limits, capacity, node shapes, or a leaf's number of tasks, held and pending
 * together, of some demand class. A task that starts, or that ends and is requested again, changes
 * none of these. Neither does it depend on how many tasks a leaf of one class has as long as there
 * are more than its ideal share has room for: the leaf then stops growing because a resource is
 * exhausted. A computation for the other number would differ by rounding. The check takes O(k·m)
 * for each changed leaf of k demand classes and allocates nothing.
 */
public final class CurrentIdealShare implements TreeListener {
  /** Relative difference below which a leaf's demand counts as met. */
  private static final double TOLERANCE = 1e-9;

  private final ChangedNodes leaves = new ChangedNodes();
  private boolean isStale;

  /** By leaf, where its demand classes as of the last computation begin and end. */
  private int[] from = {};

  private int[] to = {};
  private long[] classes = {};
  private int length;
  private @Nullable TaskTotals totals;
  private long[] task = {};
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
      task = new long[tree.space().pairs()];
    }
    if (ideal == null || isStale || hasChanged(tree, totals, ideal)) {
      ideal = IdealShare.of(tree);
      noteAll(tree, totals);
    }
    leaves.clear();
    return ideal;
  }

  private boolean hasChanged(ShareTree tree, TaskTotals now, IdealShare last) {
    for (int i = 0; i < leaves.count(); i++) {
      int leaf = leaves.get(i);
      now.read(tree, leaf);
      if (!now.equal(classes, from[leaf], to[leaf]) && !isUnmet(tree, leaf, now, last)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a leaf has one class, of more tasks than its ideal share, then and now. */
  private boolean isUnmet(ShareTree tree, int leaf, TaskTotals now, IdealShare last) {
    if (!now.differInTasksAlone(classes, from[leaf], to[leaf])) {
      return false;
    }
    long before = TaskTotals.lastTasks(classes, to[leaf]);
    long fewest = Math.min(before, now.tasks(0));
    return Math.max(before, now.tasks(0)) != Demand.ENDLESS
        && idealTasks(tree, leaf, now, last) < fewest * (1 - TOLERANCE);
  }

  /** Returns how many tasks of its one class a leaf would hold, +∞ if they take nothing. */
  private double idealTasks(ShareTree tree, int leaf, TaskTotals now, IdealShare last) {
    for (int j = 0; j < task.length; j++) {
      task[j] = now.amount(0, j);
    }
    for (int s = 0; s < tree.space().shares(); s++) {
      long amount = tree.space().shareAmount(task, s);
      if (amount > 0) {
        return last.usage(leaf, s) / amount;
      }
    }
    return Double.POSITIVE_INFINITY;
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
