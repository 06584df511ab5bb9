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

import io.github.yarnfair.core.OrderedShare;
import io.github.yarnfair.core.ShareTree;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LeastKeySelection} keeps of a queue: its leaves by key, and for each demand class
 * the queues among its children that could use it, by the key they have if that alone fits.
 */
final class LeastKeyQueue {
  private static final double NO_KEY = Double.POSITIVE_INFINITY;

  final Entries entries = new Entries();
  final Entries leafEntries = new Entries();
  final KeyOrder leaves;

  /** The children whose keys are read for the offer at hand. */
  private final @Nullable LateChildren late;

  /** The leaves in order, null if the policy orders them. */
  private @Nullable OrderedLeaves ordered;

  /** For each class the least key of all children that could use it. */
  private final double[] least;

  private final ClassContest queues;
  private final int words;

  /** The classes of children removed since the queue was last rated. */
  private final long[] lost;

  double ownKey = NO_KEY;

  /**
   * Creates what is kept of a queue without children.
   *
   * @param words the number of words of a class set
   * @param isLate whether a queue at or below it serves in order
   */
  LeastKeyQueue(int words, boolean isLate) {
    this.words = words;
    leaves = new KeyOrder(0, words);
    late = isLate ? new LateChildren(words) : null;
    least = new double[words * Long.SIZE];
    Arrays.fill(least, NO_KEY);
    queues = new ClassContest(words);
    lost = new long[words];
  }

  /** Lets the queue serve its leaves, of which there are none yet, in order. */
  void serveInOrder(ShareTree tree, PendingClasses pending, OrderedShare share) {
    ordered = new OrderedLeaves(tree, pending, share, leafEntries, leaves);
  }

  /** Returns the children whose keys are read for the offer at hand; this queue is late. */
  LateChildren late() {
    return Objects.requireNonNull(late);
  }

  /** Returns the leaves in order, null if the policy orders them. */
  @Nullable OrderedLeaves ordered() {
    return ordered;
  }

  /** Returns the least key of the children, late ones left out, that can use a class of a set. */
  double leastKey(long[] set, int offset) {
    return Math.min(leaves.first(set, offset).key, queues.leastKey(set, offset));
  }

  /** Returns the least key of the children that could use a class, as of its last {@link #find}. */
  double least(int demandClass) {
    return least[demandClass];
  }

  /** Recomputes the least key for a class; returns whether it has changed. */
  boolean find(int demandClass) {
    double found = Math.min(leaves.leastKey(demandClass), queues.leastKey(demandClass));
    boolean changed = found != least[demandClass];
    least[demandClass] = found;
    return changed;
  }

  /** Enters the key that a queue among the children has if a class alone fits; +∞ for never. */
  void put(int entry, int demandClass, double key, long tieBreak) {
    queues.put(entry, demandClass, key, tieBreak);
  }

  /**
   * Removes a child.
   *
   * @param usable the classes that it could use, from an offset on
   */
  void remove(int child, int entry, long[] usable, int offset) {
    if (late != null && late.entries.holds(entry, child)) {
      late.entries.remove(entry);
      return;
    }
    boolean isLeaf = leafEntries.holds(entry, child);
    for (int w = 0; w < words; w++) {
      lost[w] |= usable[offset + w];
      for (long bits = isLeaf ? 0 : usable[offset + w]; bits != 0; bits = Bits.rest(bits)) {
        put(entry, Bits.first(w, bits), NO_KEY, 0);
      }
    }
    if (isLeaf && leaves.contains(entry)) {
      leaves.remove(entry);
    }
    (isLeaf ? leafEntries : entries).remove(entry);
  }

  /** Moves the classes of removed children, to be recomputed, into an array. */
  void takeLost(long[] into) {
    System.arraycopy(lost, 0, into, 0, words);
    Arrays.fill(lost, 0);
  }

  /**
   * Returns the child of the least key among those that could use a class of a set.
   *
   * @param lateOne the first of the late ones
   */
  int first(long[] classes, int offset, Least lateOne) {
    Least leaf = leaves.first(classes, offset);
    Least queue = queues.first(classes, offset);
    if (lateOne.isBefore(leaf) && lateOne.isBefore(queue)) {
      return late().entries.node(lateOne.entry);
    }
    if (queue.isBefore(leaf)) {
      return entries.node(queue.entry);
    }
    return leaf.entry == Least.NONE ? Least.NONE : leafEntries.node(leaf.entry);
  }
}
