// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.ShortVectors;
import io.github.yarnfair.core.incremental.set.RatedBySet;
import io.github.yarnfair.core.policy.OrderedShare;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * What a queue that serves in order counts for by {@link OrderedShare}, for each class set that
 * offers fit: for a set, the first leaf in order that can use it decides. That leaf is found again
 * only if leaves came, went, or could use other classes; so a charge costs O(σ·m) for σ sets.
 */
public final class OrderedRatings extends RatedBySet {
  private final ShareTree tree;
  private final int queue;
  private final int words;
  private final OrderedShare share;
  private final OrderedLeaves leaves;

  /** By set: the next leaf, and the version of the leaves when it was found. */
  private int[] next = {};

  private long[] foundIn = {};

  /** Scratch: U', a row. */
  private final double[] usage;

  private double lastShare;

  /**
   * Creates the ratings of a queue.
   *
   * @param share scratch of the queues of a tree, that of the leaves
   * @param shift room for a row for each set, which all queues of a tree share
   */
  OrderedRatings(
      ShareTree tree,
      int queue,
      int words,
      OrderedShare share,
      OrderedLeaves leaves,
      double[] shift) {
    super(tree.space().shares(), words, shift);
    this.tree = tree;
    this.queue = queue;
    this.words = words;
    this.share = share;
    this.leaves = leaves;
    usage = new double[stride];
  }

  @Override
  public int number(long[] set, int offset) {
    int number = known(set, offset, -1);
    if (sets.isNew()) {
      readShare();
      rate(number);
    }
    return number;
  }

  private int known(long[] set, int offset, int guess) {
    int number = sets.number(set, offset, guess);
    if (sets.isNew()) {
      if (number >= key.length) {
        int length = Math.max(2, Growth.length(number + 1, key.length));
        key = Arrays.copyOf(key, length);
        directions = Arrays.copyOf(directions, length * stride);
        next = Arrays.copyOf(next, length);
        foundIn = Arrays.copyOf(foundIn, length);
      }
      foundIn[number] = 0;
    }
    return number;
  }

  @Override
  public int read(long[] set, int offset, int guess, double[] into) {
    int number = known(set, offset, guess);
    readShare();
    double level = level(number);
    lastShare = 0.0;
    for (int s = 0; s < resources; s++) {
      into[s] = share.attributed(s, level);
      lastShare = Math.max(lastShare, into[s]);
    }
    return number;
  }

  @Override
  public double lastShare() {
    return lastShare;
  }

  @Override
  public void recompute() {
    readShare();
    for (int number = 0; number < sets.count(); number++) {
      rate(number);
    }
  }

  private void readShare() {
    for (int s = 0; s < resources; s++) {
      share.setDivisor(s, tree.weight(queue, s));
    }
    share.read(queue);
  }

  private void rate(int number) {
    double level = level(number);
    key[number] = level;
    double factor = level > 0 && level < Double.POSITIVE_INFINITY ? 1.0 / level : 0.0;
    for (int s = 0; s < resources && factor > 0; s++) {
      usage[s] = share.attributed(s, level);
    }
    ShortVectors.turn(directions, number * stride, usage, 0, factor, shift, stride);
  }

  /** Returns f for a known set, +∞ if no leaf can use it any more. */
  private double level(int number) {
    long[] words = sets.words();
    int offset = number * this.words;
    if (foundIn[number] != leaves.version()) {
      next[number] = leaves.first(words, offset);
      foundIn[number] = leaves.version();
    }
    return next[number] == ShareTree.NONE
        ? Double.POSITIVE_INFINITY
        : leaves.level(next[number], words, offset);
  }
}
