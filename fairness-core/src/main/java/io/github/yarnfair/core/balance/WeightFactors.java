// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import io.github.yarnfair.core.tree.ShareTree;

/**
 * By what the weights of siblings are multiplied, by their balances:
 *
 * <pre>
 *   r = D / (G · C · H)      for each entry of a share; G the configured part of the cluster
 *   q = max(0, max r) + min(0, min r)   over the entries of a machine class, less Σ φ·q
 *   x = max(0, 1 − k·q) / Σ φ · max(0, 1 − k·q)
 *   m = α + (1 − α) · x
 * </pre>
 *
 * <p>A queue has one weight for each machine class. So what it is ahead in the resource in which it
 * is furthest ahead, and behind where it is furthest behind, count together: q changes steadily
 * with each balance, is r where one resource counts, and where tasks need several in proportion. Σ
 * φ·m = 1 and m ≥ α hold by construction, whatever the balances are: Σ φ·q = 0, so that not all of
 * 1 − k·q are below 0.
 */
final class WeightFactors {
  private final ShareTree tree;
  private final BalanceRules rules;

  WeightFactors(ShareTree tree, BalanceRules rules) {
    this.tree = tree;
    this.rules = rules;
  }

  BalanceRules rules() {
    return rules;
  }

  /**
   * Computes the factors of siblings in one class.
   *
   * @param balances by node and entry of a share, in amounts times milliseconds
   * @param parentPart the part of the class that the parent is configured to have
   * @param leastFactor α
   * @return by sibling
   */
  double[] of(
      Siblings siblings,
      int weightIndex,
      double[] balances,
      double parentPart,
      double leastFactor) {
    double[] factors = new double[siblings.count()];
    double mean = 0.0;
    for (int i = 0; i < factors.length; i++) {
      double part = siblings.part(i, weightIndex);
      factors[i] = combined(siblings.get(i), weightIndex, balances, parentPart * part);
      mean += part * factors[i];
    }
    double sum = 0.0;
    for (int i = 0; i < factors.length; i++) {
      factors[i] = Math.max(0.0, 1.0 - rules.strength() * (factors[i] - mean));
      sum += siblings.part(i, weightIndex) * factors[i];
    }
    for (int i = 0; i < factors.length; i++) {
      factors[i] = leastFactor + (1.0 - leastFactor) * factors[i] / sum;
    }
    return factors;
  }

  private double combined(int queue, int weightIndex, double[] balances, double part) {
    int shares = tree.space().shares();
    double ahead = 0.0;
    double behind = 0.0;
    for (int s = 0; s < shares; s++) {
      if (tree.space().weightOf(s) == weightIndex) {
        double relative = relative(balances[queue * shares + s], part, s);
        ahead = Math.max(ahead, relative);
        behind = Math.min(behind, relative);
      }
    }
    return ahead + behind;
  }

  /**
   * Returns r: a balance by what the part of a queue comes to in the time that is remembered, 0 if
   * the cluster has none of it.
   *
   * @param balance in amounts times milliseconds
   * @param part G, the part of the class that the queue is configured to have
   */
  double relative(double balance, double part, int share) {
    double whole = part * tree.shareCapacity(share) * rules.memoryMillis();
    return whole > 0.0 ? balance / whole : 0.0;
  }
}
