// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.HashMap;
import java.util.Map;

/**
 * The sums of the configured weights of the queues below each parent, each computed once until it
 * is forgotten: to read the balances of all n queues below one parent costs n additions, not n².
 *
 * <p>Several threads may read; whatever changes a weight or the tree calls {@link #forget} after.
 */
final class WeightSums {
  private final ShareTree tree;

  /** By parent and machine class. */
  private final Map<Integer, double[]> sums = new HashMap<>();

  /** How many weights were added up, a measure of the cost of readings. */
  private long additions;

  WeightSums(ShareTree tree) {
    this.tree = tree;
  }

  /** Returns the sums below a parent, by machine class. The array must not be changed. */
  synchronized double[] below(int parent) {
    return sums.computeIfAbsent(parent, this::sum);
  }

  private double[] sum(int parent) {
    double[] sum = new double[tree.space().weights()];
    for (int c = tree.firstChild(parent); c != NONE; c = tree.nextSibling(c)) {
      for (int w = 0; w < sum.length && !tree.isLeaf(c); w++) {
        sum[w] += tree.configuredWeightAt(c, w);
        additions++;
      }
    }
    return sum;
  }

  /** Returns how many weights were added up until now. */
  synchronized long additions() {
    return additions;
  }

  /** Forgets the sums below a parent. */
  synchronized void forget(int parent) {
    sums.remove(parent);
  }

  /** Forgets all sums. */
  synchronized void clear() {
    sums.clear();
  }
}
