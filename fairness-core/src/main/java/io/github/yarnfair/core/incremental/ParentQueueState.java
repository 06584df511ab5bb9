// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.set.RootKeys;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of a queue of queues in a {@link HdrfSelection}. Its children that are {@linkplain
 * LeafQueueState queues of leaves} are compared class by class. What the queue counts for is
 * {@linkplain SetUsage summed} for each class set, and so are its children that are queues of
 * queues. The root is an exception: what it counts for is never asked, so it keeps no sums, and
 * reads the keys of its queues of queues for the offer at hand.
 */
final class ParentQueueState {
  /** The children by number; the root's queues of queues are {@link #parents} instead. */
  final Entries entries = new Entries();

  /** The root's children that are queues of queues, by number. */
  final Entries parents = new Entries();

  /** The children that are queues of leaves, by class. */
  final ClassContest contest;

  /** The keys of {@link #parents}. */
  final RootKeys keys;

  private final @Nullable SetUsage sums;

  /**
   * Creates the state of a queue without children.
   *
   * @param words the number of words of a class set
   * @param shift scratch of the queues of a tree, see {@link SetUsage}
   */
  ParentQueueState(boolean isRoot, int resources, int words, double[] shift) {
    contest = new ClassContest(words);
    keys = new RootKeys(words);
    sums = isRoot ? null : new SetUsage(contest, resources, words, shift);
  }

  boolean isRoot() {
    return sums == null;
  }

  /** Returns the usage of this queue, which is not the root. */
  SetUsage sums() {
    return Objects.requireNonNull(sums);
  }

  /** Adds a child and returns its number. */
  int add(int child, boolean isParent, long tieBreak) {
    return (isRoot() && isParent ? parents : entries).add(child, tieBreak);
  }

  /** Removes a child. */
  void remove(int child, int entry) {
    if (isRoot() && parents.holds(entry, child)) {
      parents.remove(entry);
      return;
    }
    entries.remove(entry);
    if (isRoot()) {
      contest.remove(entry);
    } else {
      sums().remove(entry);
    }
  }
}
