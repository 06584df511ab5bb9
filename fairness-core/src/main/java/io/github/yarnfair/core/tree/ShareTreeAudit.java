// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Recomputes every invariant of a {@link ShareTree} from its leaves and names each one that does
 * not hold. For tests and for a scheduler that checks itself; O(q·m).
 */
public final class ShareTreeAudit {
  private final ShareTree tree;
  private final List<String> violations = new ArrayList<>();
  private int reached;

  private ShareTreeAudit(ShareTree tree) {
    this.tree = tree;
  }

  /** Returns one sentence for each violated invariant; an empty list means the tree is sound. */
  public static List<String> violations(ShareTree tree) {
    ShareTreeAudit audit = new ShareTreeAudit(tree);
    audit.visit(ShareTree.ROOT, ShareTree.NONE);
    audit.expect(
        audit.reached == tree.size(),
        audit.reached + " nodes can be reached from the root, " + tree.size() + " are counted");
    return List.copyOf(audit.violations);
  }

  private long[] visit(int node, int expectedParent) {
    reached++;
    expect(tree.contains(node), "node " + node + " is linked but free");
    expect(
        tree.parent(node) == expectedParent,
        "node " + node + " is a child of " + expectedParent + " and names " + tree.parent(node));
    checkWeights(node);
    long[] held = new long[tree.space().length()];
    if (tree.isLeaf(node)) {
      expect(tree.firstChild(node) == ShareTree.NONE, "leaf " + node + " has children");
      sumTasks(node, held);
    }
    int previous = ShareTree.NONE;
    for (int c = tree.firstChild(node); c != ShareTree.NONE && !isEndless(); ) {
      expect(
          tree.links().previous(c) == previous,
          "node " + c + " comes after " + previous + " and names " + tree.links().previous(c));
      Amounts.add(held, visit(c, node));
      previous = c;
      c = tree.nextSibling(c);
    }
    expect(
        tree.links().lastChild(node) == previous,
        "the last child of node "
            + node
            + " is "
            + previous
            + ", not "
            + tree.links().lastChild(node));
    compareUsage(node, held);
    return held;
  }

  private void checkWeights(int node) {
    boolean isOne = true;
    for (int w = 0; w < tree.space().weights(); w++) {
      double weight = tree.weightAt(node, w);
      double effective = tree.weight(node, w * tree.space().resources());
      isOne &= effective == tree.weight(node);
      expect(
          weight > 0 && weight < Double.POSITIVE_INFINITY,
          "node " + node + " has weight " + weight);
      expect(
          !tree.isLeaf(node) || weight == tree.weight(node),
          "leaf " + node + " weighs differently in the classes");
      double expected = weight * ratioAbove(node, w);
      expect(
          Math.abs(effective - expected) <= 1e-9 * expected,
          "node %d counts by weight %s in class %d, not %s"
              .formatted(node, effective, w, expected));
    }
    expect(
        tree.hasOneWeight(node) == isOne,
        "node " + node + " is wrong about whether it weighs alike");
  }

  private double ratioAbove(int node, int weightIndex) {
    double ratio = 1.0;
    for (int n = tree.parent(node); n != ShareTree.NONE; n = tree.parent(n)) {
      ratio *= tree.weightAt(n, weightIndex) / tree.weight(n);
    }
    return ratio;
  }

  /** Compares all amounts; the reach is never charged, so that none is held. */
  private void compareUsage(int node, long[] held) {
    for (int j = 0; j < held.length; j++) {
      expect(
          held[j] == tree.usage(node, j) && held[j] >= 0,
          "node %d counts %d of resource %d, its leaves hold %d"
              .formatted(node, tree.usage(node, j), j, held[j]));
    }
  }

  /** Sums what a leaf holds by demand class. */
  private void sumTasks(int leaf, long[] held) {
    HeldTasks tasks = tree.heldTasks();
    for (int i = 0; i < tasks.size(leaf); i++) {
      expect(tasks.tasks(leaf, i) > 0, "leaf " + leaf + " holds no task of a class that it counts");
      for (int j = 0; j < tree.space().pairs(); j++) {
        held[j] += tasks.tasks(leaf, i) * tasks.amount(leaf, i, j);
      }
    }
    expect(tasks.areAscending(leaf), "the demand classes of leaf " + leaf + " are out of order");
  }

  /** Returns whether more nodes were reached than there are: some links form a circle. */
  private boolean isEndless() {
    return reached > tree.size();
  }

  private void expect(boolean holds, String violation) {
    if (!holds) {
      violations.add(violation);
    }
  }
}
