// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import java.util.Arrays;

/**
 * The sum of the flows of one queue's child queues while its level rises at rate 1, the level at
 * which the next of them changes, and the first whose key does not react. A binary tree over the
 * children: a change of one costs O(m·log n). Each sum is computed from its parts, so that rounding
 * errors do not accumulate and a sum of zeros is exactly 0.
 */
final class IdealShareFlows {
  private static final int NONE = Integer.MAX_VALUE;

  private final int resources;

  /** Number of places for children, a power of 2; child i is at size + i, its parent at half. */
  private final int size;

  private final double[] rates;
  private final double[] nextLevel;
  private final int[] unresponsive;

  IdealShareFlows(int resources, int children) {
    this.resources = resources;
    size = Integer.highestOneBit(Math.max(1, 2 * children - 1));
    rates = new double[2 * size * resources];
    nextLevel = new double[2 * size];
    unresponsive = new int[2 * size];
    Arrays.fill(nextLevel, Double.POSITIVE_INFINITY);
    Arrays.fill(unresponsive, NONE);
  }

  /** Sets a child's flow: its rates times its pace, and the level at which they change. */
  void set(int child, IdealShareQueue queue, double pace, double level) {
    int at = size + child;
    for (int j = 0; j < resources; j++) {
      rates[at * resources + j] = pace * queue.rate(j);
    }
    nextLevel[at] = level;
    unresponsive[at] = NONE;
    update(at);
  }

  /** Notes that a child's key does not react: it receives nothing unless it is the first. */
  void setUnresponsive(int child) {
    remove(child);
    unresponsive[size + child] = child;
    update(size + child);
  }

  /** Notes that a child does not grow any more. */
  void remove(int child) {
    int at = size + child;
    Arrays.fill(rates, at * resources, (at + 1) * resources, 0.0);
    nextLevel[at] = Double.POSITIVE_INFINITY;
    unresponsive[at] = NONE;
    update(at);
  }

  /** Returns how fast the children's usage of a resource grows. */
  double rate(int resource) {
    return rates[resources + resource];
  }

  /** Returns the level at which the next child changes, +∞ if none will. */
  double nextLevel() {
    return nextLevel[1];
  }

  /** Returns the child that changes next. */
  int next() {
    int at = 1;
    while (at < size) {
      at = nextLevel[2 * at] <= nextLevel[2 * at + 1] ? 2 * at : 2 * at + 1;
    }
    return at - size;
  }

  /** Returns whether the key of some child does not react. */
  boolean hasUnresponsive() {
    return unresponsive[1] != NONE;
  }

  /** Returns the first child whose key does not react. */
  int firstUnresponsive() {
    return unresponsive[1];
  }

  private void update(int leaf) {
    for (int at = leaf / 2; at > 0; at /= 2) {
      int left = 2 * at;
      for (int j = 0; j < resources; j++) {
        rates[at * resources + j] = rates[left * resources + j] + rates[(left + 1) * resources + j];
      }
      nextLevel[at] = Math.min(nextLevel[left], nextLevel[left + 1]);
      unresponsive[at] = Math.min(unresponsive[left], unresponsive[left + 1]);
    }
  }
}
