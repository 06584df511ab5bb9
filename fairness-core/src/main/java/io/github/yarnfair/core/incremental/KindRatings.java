// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/**
 * What a queue counts for by each {@linkplain TaskKinds kind} of task, as {@link
 * io.github.yarnfair.core.policy.KindShares} defines it: its key, and what its parent takes it for
 * as a member of the parent's pool. Members are numbered by the queue, its leaves and queues apart.
 */
abstract class KindRatings {
  /** By kind, if the queue holds or wants tasks of it: κ, T, w and S. */
  private double[] key = {};

  private double[] total = {};
  private double[] weight = {};
  private double[] held = {};

  /** By kind: whether a member has changed since the queue was last rated. */
  private boolean[] stale = {};

  /** By kind: whether what the queue counts for has changed when it was last rated. */
  private boolean[] moved = {};

  private boolean isMoved;

  /** Creates ratings, in the form of a policy, of a queue without children so far. */
  static KindRatings of(ShareTree tree, KindPolicy policy, ClassKinds kinds, boolean hasQueues) {
    return switch (policy.form()) {
      case POOLED -> new PooledRatings(tree, policy, kinds);
      case LEAF_QUEUES ->
          hasQueues
              ? new PooledRatings(tree, policy, kinds)
              : new LeafQueueRatings(tree, policy, kinds);
      case DIVIDED -> new DividedRatings(tree, policy, kinds);
    };
  }

  /** Returns whether a queue that has queues below it, or has none, is rated in another form. */
  boolean changesForm(boolean hasQueues) {
    return false;
  }

  /**
   * Returns whether it is no matter how many tasks leaves want of kinds of which they want some.
   */
  boolean isIndifferentToCounts() {
    return false;
  }

  /** Forgets all members: the kinds have other numbers. */
  void clear() {
    Arrays.fill(total, 0.0);
    Arrays.fill(stale, true);
  }

  /** Enters or updates a leaf. */
  abstract void putLeaf(int member, int leaf);

  /**
   * Enters a queue by its ratings, or updates it.
   *
   * @param all whether its ratings for all kinds are to be read, not only those that have moved
   */
  final void putQueue(int member, KindRatings child, boolean all) {
    reserve(child.bound());
    for (int kind = 0; kind < bound(); kind++) {
      if (all || (kind < child.bound() && child.moved[kind])) {
        putKind(kind, member, child);
      }
    }
  }

  /** Enters a queue by its ratings for a kind, updates it, or removes it if it has none. */
  abstract void putKind(int kind, int member, KindRatings child);

  /** Removes a member, if there is one of this number. */
  abstract void remove(int member);

  /**
   * Rates the queue for all kinds.
   *
   * @param waiting the classes that its children could use, from an offset on
   */
  final void rate(int queue, long[] waiting, int offset) {
    Arrays.fill(moved, false);
    isMoved = false;
    rateKinds(queue, waiting, offset);
    Arrays.fill(stale, false);
  }

  /** Rates the queue: {@link #set}s what has changed. */
  abstract void rateKinds(int queue, long[] waiting, int offset);

  /** Returns whether what the queue counts for has changed when it was last rated. */
  final boolean isMoved() {
    return isMoved;
  }

  /** Returns a word of the set of classes for whose kinds that has changed. */
  final long movedClasses(ClassKinds kinds, int word) {
    long classes = 0;
    for (int kind = 0; kind < moved.length && isMoved; kind++) {
      if (moved[kind]) {
        classes |= kinds.classes(kind, word);
      }
    }
    return classes;
  }

  /** Notes that a member has changed. */
  final void setStale(int kind) {
    stale[kind] = true;
  }

  final boolean isStale(int kind) {
    return stale[kind];
  }

  final void setMoved(int kind) {
    moved[kind] = true;
    isMoved = true;
  }

  /** Returns a bound above the queue's kinds. */
  final int bound() {
    return total.length;
  }

  /** Returns whether the queue holds or wants tasks of a kind. */
  final boolean contains(int kind) {
    return kind != TaskKinds.NONE && kind < total.length && total[kind] > 0;
  }

  /** Returns κ; of tasks that count in no share, or that the queue has none of, 0. */
  final double key(int kind) {
    return contains(kind) ? key[kind] : 0.0;
  }

  final double total(int kind) {
    return total[kind];
  }

  final double weight(int kind) {
    return weight[kind];
  }

  final double held(int kind) {
    return held[kind];
  }

  /** Sets the ratings for a kind, T being 0 if the queue neither holds nor wants tasks of it. */
  final void set(int kind, double newKey, double newTotal, double newWeight, double newHeld) {
    if (key[kind] != newKey
        || total[kind] != newTotal
        || weight[kind] != newWeight
        || held[kind] != newHeld) {
      key[kind] = newKey;
      total[kind] = newTotal;
      weight[kind] = newWeight;
      held[kind] = newHeld;
      setMoved(kind);
    }
  }

  final void reserve(int kinds) {
    if (kinds > total.length) {
      int length = Math.max(2, Growth.length(kinds, total.length));
      key = Arrays.copyOf(key, length);
      total = Arrays.copyOf(total, length);
      weight = Arrays.copyOf(weight, length);
      held = Arrays.copyOf(held, length);
      stale = Arrays.copyOf(stale, length);
      moved = Arrays.copyOf(moved, length);
    }
  }
}
