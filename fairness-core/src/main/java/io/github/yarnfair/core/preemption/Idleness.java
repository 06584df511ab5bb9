// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * Which resources would stay idle if a task ended: those that it holds, that the task in its place
 * does not need, and that no other leaf has a pending task for.
 */
final class Idleness {
  private final ShareTree tree;

  /**
   * By pair of class and resource, a leaf that asks for it, or {@link ShareTree#NONE}; then a
   * second one.
   */
  private final int[] first;

  private final int[] second;

  Idleness(ShareTree tree) {
    this.tree = tree;
    first = new int[tree.space().pairs()];
    second = new int[tree.space().pairs()];
    for (int j = 0; j < first.length; j++) {
      first[j] = ShareTree.NONE;
      second[j] = ShareTree.NONE;
    }
    for (int n = 0; n < tree.handleBound(); n++) {
      if (tree.contains(n) && tree.isLeaf(n)) {
        note(n, tree.demand(n));
      }
    }
  }

  private void note(int leaf, Demand demand) {
    for (int j = 0; j < first.length; j++) {
      for (int i = 0; i < demand.size() && second[j] == ShareTree.NONE; i++) {
        if (demand.amount(i, j) > 0 && first[j] != leaf) {
          second[j] = first[j];
          first[j] = leaf;
        }
      }
    }
  }

  /** Returns the largest part of the cluster, over the resources, that would stay idle. */
  double after(RunningTask ended, long[] task) {
    double idle = 0.0;
    for (int j = 0; j < first.length; j++) {
      if (task[j] == 0 && ended.amounts()[j] > 0 && !isWanted(j, ended.leaf(), task)) {
        idle = Math.max(idle, fraction(ended.amounts(), j));
      }
    }
    return idle;
  }

  /** Returns the largest part of the cluster, over the resources, that a task uses. */
  double used(long[] task) {
    double used = 0.0;
    for (int j = 0; j < first.length; j++) {
      used = Math.max(used, fraction(task, j));
    }
    return used;
  }

  /** Returns an amount as a fraction of the capacity by which its share is divided. */
  private double fraction(long[] amounts, int pair) {
    long total = tree.shareCapacity(tree.space().shareOf(pair));
    return (double) amounts[pair] / Math.max(1, total);
  }

  /** The leaf's own demand counts if it needs no resource that the task placed instead takes. */
  private boolean isWanted(int resource, int leaf, long[] task) {
    if (second[resource] != ShareTree.NONE
        || (first[resource] != ShareTree.NONE && first[resource] != leaf)) {
      return true;
    }
    Demand demand = tree.demand(leaf);
    for (int i = 0; i < demand.size(); i++) {
      if (demand.amount(i, resource) > 0 && !sharesResource(demand, i, task)) {
        return true;
      }
    }
    return false;
  }

  private boolean sharesResource(Demand demand, int index, long[] task) {
    for (int j = 0; j < first.length; j++) {
      if (task[j] > 0 && demand.amount(index, j) > 0) {
        return true;
      }
    }
    return false;
  }
}
