/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.KindPolicy;
import io.github.yarnfair.core.TaskKinds;

/** The keys of queues for demand classes, and the classes by which a queue was chosen. */
final class KindKeys {
  private final KindPolicy policy;
  private final ClassKinds kinds;
  private final PendingClasses pending;

  KindKeys(KindPolicy policy, ClassKinds kinds, PendingClasses pending) {
    this.policy = policy;
    this.kinds = kinds;
    this.pending = pending;
  }

  /** Returns the key of a queue for the kind of a class. */
  double of(KindQueue queue, int node, int demandClass) {
    int kind = kinds.kind(demandClass);
    double key = queue.ratings.key(kind);
    if (policy.form() == KindPolicy.Form.DIVIDED && kind != TaskKinds.NONE) {
      key = Math.max(key, poorest(queue, node, kind));
    }
    return policy.queueKey(queue.ownKey, key);
  }

  /** Returns the least key of the children with a task of a kind that they could use. */
  private double poorest(KindQueue queue, int node, int kind) {
    if (queue.ownKey <= 1.0) {
      return 0.0; // of no effect
    }
    int words = pending.words();
    double least = Double.POSITIVE_INFINITY;
    for (int w = 0; w < words; w++) {
      for (long bits = pending.below()[node * words + w]; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        if (kinds.kind(demandClass) == kind) {
          least = Math.min(least, queue.poorest(demandClass));
        }
      }
    }
    return least;
  }

  /**
   * Returns the least key of a queue for a class of a set of which a child that is not late has a
   * task, +∞ if there is none.
   */
  double least(KindQueue queue, int node, long[] set, int offset) {
    double least = Double.POSITIVE_INFINITY;
    for (int w = 0; w < pending.words(); w++) {
      for (long rest = set[offset + w]; rest != 0; rest = Bits.rest(rest)) {
        int demandClass = Bits.first(w, rest);
        if (queue.poorest(demandClass) < Double.POSITIVE_INFINITY) {
          least = Math.min(least, of(queue, node, demandClass));
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
