// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What falls with each step of preemption, and hence why it ends. A node's shortfall of a resource
 * is (x − u)/x, at least 0, where u is what it holds and x what it is entitled to. The shortfalls
 * of all nodes of one depth, the largest first, are one list; after it comes the list of shortfalls
 * against the ideal usage; then follow the lists of the next depth. A state of the tree is better
 * than another one if at the first difference its shortfall is smaller.
 */
final class Shortfalls {
  private static final double ROUNDING = 1e-9;

  private final ShareTree tree;
  private final Entitlements entitlements;
  private final int resources;

  /** By depth, what changed at the nodes there. */
  private final TreeMap<Integer, Map<Integer, Change>> changes = new TreeMap<>();

  /**
   * By entry of a share: the increase of a node's usage, and the part of the increase that counts.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Change(double[] held, double[] counted) {}

  /**
   * Begins a comparison of the tree as it is with what it was before some changes, which are then
   * {@linkplain #add added}.
   */
  Shortfalls(ShareTree tree, Entitlements entitlements) {
    this.tree = tree;
    this.entitlements = entitlements;
    resources = tree.space().shares();
  }

  /** Adds tasks of a leaf that have started since, or ended if their number is negative. */
  void add(int leaf, long[] amounts, int tasks) {
    for (int n = leaf; n != ShareTree.ROOT; n = tree.parent(n)) {
      Change change = change(n);
      for (int j = 0; j < resources; j++) {
        double amount = (double) tree.space().shareAmount(amounts, j) * tasks;
        change.held()[j] += amount;
        change.counted()[j] += amount;
      }
    }
  }

  private Change change(int node) {
    return changes
        .computeIfAbsent(depth(node), depth -> new HashMap<>())
        .computeIfAbsent(node, n -> new Change(new double[resources], new double[resources]));
  }

  private int depth(int node) {
    int depth = 0;
    for (int n = node; n != ShareTree.ROOT; n = tree.parent(n)) {
      depth++;
    }
    return depth;
  }

  /**
   * Takes what stays idle after the changes for held by the queues that have given it for a leaf
   * below them: no other queue has gained it.
   */
  void spare(int leaf, long[] idle) {
    for (int n = leaf; n != ShareTree.ROOT; n = tree.parent(n)) {
      double[] counted = change(n).counted();
      for (int j = 0; j < resources; j++) {
        if (counted[j] < 0) {
          counted[j] = Math.min(0, counted[j] + (double) tree.space().shareAmount(idle, j));
        }
      }
    }
  }

  /** Returns whether the tree is better than it was. */
  boolean fall() {
    for (Map<Integer, Change> ofDepth : changes.values()) {
      for (Reference reference : Reference.values()) {
        double change = compare(ofDepth, reference);
        if (change != 0) {
          return change < 0;
        }
      }
    }
    return false;
  }

  private enum Reference {
    ENTITLED,
    IDEAL
  }

  /** Returns by how much the first shortfall that differs has risen, 0 if none differs. */
  private double compare(Map<Integer, Change> ofDepth, Reference reference) {
    double[] before = new double[ofDepth.size() * resources];
    double[] after = new double[before.length];
    int next = 0;
    for (Map.Entry<Integer, Change> entry : ofDepth.entrySet()) {
      int node = entry.getKey();
      Change change = entry.getValue();
      for (int j = 0; j < resources; j++) {
        double due =
            reference == Reference.ENTITLED
                ? entitlements.entitled(node, j)
                : entitlements.ideal(node, j);
        double former = (double) tree.shareUsage(node, j) - change.held()[j];
        before[next] = shortfall(due, former);
        after[next++] = shortfall(due, former + change.counted()[j]);
      }
    }
    Arrays.sort(before);
    Arrays.sort(after);
    for (int i = next - 1; i >= 0; i--) {
      if (Math.abs(after[i] - before[i]) > ROUNDING) {
        return after[i] - before[i];
      }
    }
    return 0.0;
  }

  private static double shortfall(double due, double held) {
    return due > 0 ? Math.max(0, due - held) / due : 0;
  }
}
