// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The usage of a node that preemption cannot take: tasks that are not offered to the planner, such
 * as masters, and the whole usage of leaves that are protected from other queues. It is subtracted
 * from the resources that siblings divide: those that hold less of it than their part divide the
 * rest.
 */
final class FixedUsage {
  private final ShareTree tree;
  private final int resources;

  /** By node and entry of a share, as seen by other queues. */
  private final double[] fixed;

  FixedUsage(ShareTree tree, List<PreemptableNode> nodes, PreemptionRules.Permission permission) {
    this.tree = tree;
    resources = tree.space().shares();
    fixed = new double[tree.handleBound() * resources];
    long[] movable = new long[fixed.length];
    for (PreemptableNode node : nodes) {
      for (RunningTask task : node.tasks()) {
        for (int j = 0; j < resources; j++) {
          movable[task.leaf() * resources + j] += tree.space().shareAmount(task.amounts(), j);
        }
      }
    }
    for (int n = 0; n < tree.handleBound(); n++) {
      if (tree.contains(n) && tree.isLeaf(n)) {
        read(n, movable, permission.isProtected(n));
      }
    }
  }

  /** Within its queue a protected leaf may lose tasks all the same. */
  private void read(int leaf, long[] movable, boolean isProtected) {
    for (int j = 0; j < resources; j++) {
      double held = tree.shareUsage(leaf, j);
      double unmovable = Math.max(0, held - movable[leaf * resources + j]);
      fixed[leaf * resources + j] = unmovable;
      for (int n = tree.parent(leaf); n != ShareTree.NONE; n = tree.parent(n)) {
        fixed[n * resources + j] += isProtected ? held : unmovable;
      }
    }
  }

  /**
   * Changes a division so that each node has at least what is fixed: in each queue the other
   * children give it, in proportion to their parts.
   *
   * @param parts by node and entry of a share
   */
  void takeOut(double[] parts) {
    for (int j = 0; j < resources; j++) {
      double sum = 0;
      for (int c = tree.firstChild(ShareTree.ROOT); c != ShareTree.NONE; c = tree.nextSibling(c)) {
        sum += Math.max(fixed[c * resources + j], parts[c * resources + j]);
      }
      double whole = Math.min(sum, (double) tree.shareCapacity(j));
      parts[ShareTree.ROOT * resources + j] = whole;
      divide(ShareTree.ROOT, j, whole, parts);
    }
  }

  private void divide(int queue, int resource, double whole, double[] parts) {
    double factor = tree.servesInOrder(queue) ? 1.0 : factor(queue, resource, whole, parts);
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      int at = c * resources + resource;
      double part = Math.max(fixed[at], Math.min(whole, factor * parts[at]));
      boolean isChanged = part != parts[at];
      parts[at] = part;
      if (isChanged || fixed[at] > 0) {
        divide(c, resource, part, parts);
      }
    }
  }

  /** Returns the largest λ ≤ 1 with Σ max(fixed, λ·part) ≤ whole over the children. */
  private double factor(int queue, int resource, double whole, double[] parts) {
    record Child(double fixed, double part) {
      double factor() {
        return part > 0 ? fixed / part : Double.POSITIVE_INFINITY;
      }
    }
    List<Child> children = new ArrayList<>();
    double flexible = 0;
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      Child child = new Child(fixed[c * resources + resource], parts[c * resources + resource]);
      children.add(child);
      flexible += child.part();
    }
    children.sort(Comparator.comparingDouble(Child::factor).reversed());
    double left = whole;
    for (Child child : children) {
      double factor = flexible > 0 ? Math.min(1.0, Math.max(0, left) / flexible) : 1.0;
      if (child.factor() <= factor) {
        return factor;
      }
      left -= child.fixed();
      flexible -= child.part();
    }
    return 0.0;
  }
}
