// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.PendingClasses;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/** The keys of queues for demand classes, and the classes by which a queue was chosen. */
final class KindKeys {
  private final KindPolicy policy;
  private final ClassKinds kinds;
  private final PendingClasses pending;

  /**
   * Of the queue at hand, by kind: the least key of its children, not a number before it is asked.
   */
  private double[] poorest = {};

  /** Scratch: the classes of a kind. */
  private long[] ofKind = {};

  KindKeys(KindPolicy policy, ClassKinds kinds, PendingClasses pending) {
    this.policy = policy;
    this.kinds = kinds;
    this.pending = pending;
  }

  /**
   * Enters a queue in its parent's contest for the classes of which its key may have changed since
   * it was last rated. Where it depends on what the queue holds, that is for all.
   *
   * @param former the classes that it could use before; those of now stand from an offset on
   * @param isFirst whether for all classes, whatever has changed
   */
  void enter(
      KindQueue queue,
      KindQueue parent,
      int entry,
      long tieBreak,
      long[] former,
      int offset,
      boolean isFirst) {
    boolean all = isFirst || policy.hasOwnKey();
    Arrays.fill(poorest, Double.NaN);
    for (int w = 0; w < former.length; w++) {
      long now = pending.usable()[offset + w];
      long moved = all ? now : now & queue.ratings.movedClasses(kinds, w);
      for (long bits = moved | (now ^ former[w]); bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        boolean isUsable = (now & Long.lowestOneBit(bits)) != 0;
        double key = isUsable ? of(queue, demandClass) : Double.POSITIVE_INFINITY;
        parent.put(entry, queue, demandClass, key, tieBreak);
      }
    }
  }

  /** Returns the key of a queue for the kind of a class. */
  private double of(KindQueue queue, int demandClass) {
    int kind = kinds.kind(demandClass);
    double key = queue.ratings.key(kind);
    if (policy.form() == KindPolicy.Form.DIVIDED && kind != TaskKinds.NONE) {
      key = Math.max(key, poorest(queue, kind));
    }
    return policy.queueKey(queue.ownKey, key);
  }

  /** Returns the least key of the children with a task of a kind that they could use. */
  private double poorest(KindQueue queue, int kind) {
    if (queue.ownKey <= 1.0) {
      return 0.0; // of no effect
    }
    if (kind >= poorest.length) {
      poorest = Growth.extend(poorest, Growth.length(kind + 1, poorest.length), Double.NaN);
    }
    if (Double.isNaN(poorest[kind])) {
      if (ofKind.length != pending.words()) {
        ofKind = new long[pending.words()];
      }
      for (int w = 0; w < ofKind.length; w++) {
        ofKind[w] = kinds.classes(kind, w);
      }
      poorest[kind] = queue.poorest(ofKind);
    }
    return poorest[kind];
  }

  /**
   * Returns the least key of a queue for a class of a set of which a child that is not late has a
   * task, +∞ if there is none.
   */
  double least(KindQueue queue, long[] set, int offset) {
    Arrays.fill(poorest, Double.NaN);
    double least = Double.POSITIVE_INFINITY;
    for (int w = 0; w < pending.words(); w++) {
      for (long rest = set[offset + w]; rest != 0; rest = Bits.rest(rest)) {
        int demandClass = Bits.first(w, rest);
        if (queue.poorest(demandClass) < Double.POSITIVE_INFINITY) {
          least = Math.min(least, of(queue, demandClass));
        }
      }
    }
    return least;
  }

  /** Removes the classes from a set for which a queue's key in its parent is not the least. */
  void keepLeast(KindQueue queue, long[] set, int offset) {
    double least = Double.POSITIVE_INFINITY;
    for (int w = 0; w < pending.words(); w++) {
      for (long rest = set[offset + w]; rest != 0; rest = Bits.rest(rest)) {
        least = Math.min(least, queue.standing(Bits.first(w, rest)));
      }
    }
    for (int w = 0; w < pending.words(); w++) {
      for (long rest = set[offset + w]; rest != 0; rest = Bits.rest(rest)) {
        if (!KindPolicy.isLeast(queue.standing(Bits.first(w, rest)), least)) {
          set[offset + w] &= ~Long.lowestOneBit(rest);
        }
      }
    }
  }
}
