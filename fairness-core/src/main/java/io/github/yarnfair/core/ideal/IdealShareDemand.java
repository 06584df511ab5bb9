// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskTotals;
import java.util.Arrays;

/**
 * Reads the leaves of a tree for its {@link IdealShare}: their demand classes, but for those of
 * which not even one task fits the cluster, a limit above the leaf, or any node.
 */
final class IdealShareDemand {
  private final ShareTree tree;
  private final ShareSpace space;

  /** The number of entries of a share. */
  private final int shares;

  private final TaskTotals totals;
  private final long[] task;
  private double[] demand;
  private int classes;

  IdealShareDemand(ShareTree tree) {
    this.tree = tree;
    space = tree.space();
    shares = space.shares();
    totals = new TaskTotals(space);
    task = new long[space.pairs()];
    demand = new double[4 * shares];
  }

  /**
   * Reads a leaf.
   *
   * @param position among its siblings
   * @param scale by entry of a share: by what it is multiplied before it is divided by the weight
   * @param limit its own limit by entry of a share, as fractions, +∞ for no limit
   * @param ceiling by pair, the most that the cluster and the limits from the root down to the leaf
   *     could ever allow it
   */
  IdealShareLeaf leaf(int node, int position, double[] scale, double[] limit, long[] ceiling) {
    totals.read(tree, node);
    if (demand.length < totals.size() * shares) {
      demand = new double[2 * totals.size() * shares];
    }
    classes = 0;
    addClasses(true, ceiling);
    int endless = classes;
    addClasses(false, ceiling);
    return new IdealShareLeaf(
        node,
        position,
        tree.weight(node),
        scale,
        limit,
        Arrays.copyOf(demand, classes * shares),
        endless);
  }

  private void addClasses(boolean endless, long[] ceiling) {
    for (int i = 0; i < totals.size(); i++) {
      if ((totals.tasks(i) == Demand.ENDLESS) == endless && isPossible(i, ceiling)) {
        double tasks = endless ? 1.0 : totals.tasks(i);
        for (int s = 0; s < shares; s++) {
          long amount = space.shareAmount(task, s);
          demand[classes * shares + s] = amount == 0 ? 0.0 : tasks * amount / tree.shareCapacity(s);
        }
        classes++;
      }
    }
  }

  /** Reads a task of a class; returns whether one could ever run. */
  private boolean isPossible(int index, long[] ceiling) {
    for (int j = 0; j < task.length; j++) {
      task[j] = totals.amount(index, j);
    }
    if (!Amounts.fits(task, ceiling)) {
      return false;
    }
    for (long[] node : tree.nodeShapes()) {
      if (Amounts.fits(task, node)) {
        return true;
      }
    }
    return tree.nodeShapes().length == 0;
  }
}
