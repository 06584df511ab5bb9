// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which of two states of a tree is better, from the definition: by depth, the shortfalls of all
 * nodes against what they are entitled to, the largest first, then those against the ideal usage.
 */
final class StateOrder {
  private static final double ROUNDING = 1e-7;

  private final ShareTree tree;
  private final Entitlements due;
  private final int entries;

  StateOrder(ShareTree tree, Entitlements due) {
    this.tree = tree;
    this.due = due;
    entries = tree.space().shares();
  }

  /** Returns what each node holds now. */
  double[][] state() {
    double[][] state = new double[tree.handleBound()][entries];
    for (int n = 0; n < state.length; n++) {
      for (int j = 0; j < entries; j++) {
        state[n][j] = (double) tree.shareUsage(n, j);
      }
    }
    return state;
  }

  /**
   * Returns whether a state is better than another one.
   *
   * @param idle what is idle in the later one and was not before, by entry: queues above the
   *     gaining leaf that hold less have given it to no other
   */
  boolean isBetter(double[][] before, double[][] after, int gaining, double[] idle) {
    double[][] counted = new double[after.length][];
    Arrays.setAll(counted, n -> after[n].clone());
    for (int n = gaining; n != ShareTree.ROOT; n = tree.parent(n)) {
      for (int j = 0; j < entries; j++) {
        counted[n][j] = Math.max(after[n][j], Math.min(before[n][j], after[n][j] + idle[j]));
      }
    }
    for (int depth = 1; depth < after.length; depth++) {
      for (boolean ofIdeal : new boolean[] {false, true}) {
        List<Double> was = shortfalls(before, depth, ofIdeal);
        List<Double> is = shortfalls(counted, depth, ofIdeal);
        for (int i = 0; i < was.size(); i++) {
          if (Math.abs(was.get(i) - is.get(i)) > ROUNDING) {
            return is.get(i) < was.get(i);
          }
        }
      }
    }
    return false;
  }

  private List<Double> shortfalls(double[][] state, int depth, boolean ofIdeal) {
    List<Double> shortfalls = new ArrayList<>();
    for (int n = 0; n < state.length; n++) {
      for (int j = 0; j < entries && depth(n) == depth; j++) {
        double all = ofIdeal ? due.ideal(n, j) : due.entitled(n, j);
        shortfalls.add(all > 0 ? Math.max(0, 1 - state[n][j] / all) : 0);
      }
    }
    shortfalls.sort(Comparator.reverseOrder());
    return shortfalls;
  }

  private int depth(int node) {
    return node == ShareTree.ROOT ? 0 : 1 + depth(tree.parent(node));
  }
}
