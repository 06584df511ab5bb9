// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * What a {@linkplain ShareTree#servesInOrder queue that serves in order} counts for among its
 * siblings. Its next leaf is the first one in order that can use the offer. With what the queue
 * holds, U, the sum over its leaves, and by what its policy divides each entry, v:
 *
 * <pre>
 *   x_s   = d_s / (C_s · v_s)                  of the next leaf's task d, C being the capacity
 *   f     = max_s U_s/v_s · x_s / max_t x_t    of several tasks that fit, the largest
 *   U'_s  = min(U_s, f · v_s)                  is attributed to the queue, f is its key
 * </pre>
 *
 * <p>So each resource counts as far as the next task asks for it: its dominant one in full, one
 * that it does not need not at all. What earlier leaves hold of other resources never blocks the
 * queue, and what they hold of the same ones counts as if the next leaf held it. A queue with one
 * leaf of equal tasks has the key of that leaf. A queue that is blocked counts for all it holds.
 *
 * <p>An object has the values of one queue, the one {@link #read} last.
 */
public final class OrderedShare {
  private final ShareTree tree;
  private final int shares;
  private final double[] divisors;
  private final double[] fractions;

  /** By entry of a share: U/v, 0 where v is 0. */
  private final double[] held;

  private double largest;

  /** Creates what reads queues of a tree. */
  public OrderedShare(ShareTree tree) {
    this.tree = tree;
    shares = tree.space().shares();
    divisors = new double[shares];
    fractions = new double[shares];
    held = new double[shares];
  }

  /**
   * Sets by what an entry of the next queue's share is divided, before {@link #read}.
   *
   * @param divisor v, at least 0; an entry of 0 counts nothing
   */
  public void setDivisor(int share, double divisor) {
    divisors[share] = divisor;
  }

  /** Reads what a queue holds. */
  public void read(int queue) {
    largest = 0.0;
    for (int s = 0; s < shares; s++) {
      fractions[s] = tree.usedFraction(queue, s);
      held[s] = divisors[s] > 0 ? fractions[s] / divisors[s] : 0.0;
      largest = Math.max(largest, held[s]);
    }
  }

  /** Returns f for a task of a demand, a number from 0 to {@link #largest()}. */
  public double level(Demand demand, int index) {
    double level = 0.0;
    double dominant = 0.0;
    for (int s = 0; s < shares; s++) {
      long amount = tree.space().shareAmount(demand, index, s);
      if (amount > 0 && divisors[s] > 0 && tree.shareCapacity(s) > 0) {
        double asked = amount / (tree.shareCapacity(s) * divisors[s]);
        level = Math.max(level, held[s] * asked);
        dominant = Math.max(dominant, asked);
      }
    }
    return dominant > 0 ? Math.min(largest, level / dominant) : 0.0;
  }

  /** Returns the largest U/v: the key of a queue that is blocked. */
  public double largest() {
    return largest;
  }

  /** Returns an entry of U', the usage attributed to the queue if f is this level. */
  public double attributed(int share, double level) {
    return held[share] > level ? level * divisors[share] : fractions[share];
  }
}
