// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.incremental.demand.PendingClasses;
import io.github.yarnfair.core.policy.OrderedShare;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link KindSelection} keeps of a queue: its leaves by key, for each demand class the
 * queues among its children by the key they have for that kind of task, and its own ratings.
 */
final class KindQueue {
  private static final double NO_KEY = Double.POSITIVE_INFINITY;

  final Entries entries = new Entries();
  final Entries leafEntries = new Entries();
  final KeyOrder leaves;

  /** What the queue counts for by kind of task. */
  KindRatings ratings;

  /** The children whose keys are read for the offer at hand. */
  private final @Nullable LateChildren late;

  /** The leaves in order, null if the policy orders them. */
  private @Nullable OrderedLeaves ordered;

  private final ClassContest queues;
  private final int words;

  /** By class: the key by which this queue stands in its parent's contest. */
  private double[] standing = {};

  double ownKey = NO_KEY;

  /**
   * As of which {@linkplain ClassKinds#updates update} of the kinds it is entered in its parent.
   */
  private long entered = -1;

  /**
   * Creates what is kept of a queue without children.
   *
   * @param words the number of words of a class set
   * @param isLate whether a queue at or below it serves in order
   */
  KindQueue(KindRatings ratings, int words, boolean isLate) {
    this.ratings = ratings;
    this.words = words;
    leaves = new KeyOrder(words);
    late = isLate ? new LateChildren(words) : null;
    queues = new ClassContest(words);
  }

  /** Returns a leaf's number among the members of the ratings. */
  static int leafMember(int entry) {
    return 2 * entry;
  }

  /** Returns a queue's number among the members of the ratings. */
  static int queueMember(int entry) {
    return 2 * entry + 1;
  }

  /** Replaces the ratings of a queue without children. */
  void replaceRatings(KindRatings others) {
    ratings = others;
    entered = -1;
  }

  /**
   * Notes that the queue is being entered in its parent; returns whether for all classes, as the
   * parent knows it not yet or by other kinds.
   */
  boolean enter(long updatesOfKinds) {
    boolean isFirst = entered != updatesOfKinds;
    entered = updatesOfKinds;
    return isFirst;
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

  /** Returns the least key of the children, late ones left out, that can use a class. */
  double poorest(int demandClass) {
    return Math.min(leaves.leastKey(demandClass), queues.leastKey(demandClass));
  }

  /** Returns the least key of the children, late ones left out, that can use a class of a set. */
  double poorest(long[] set) {
    return Math.min(leaves.first(set, 0).key, queues.leastKey(set, 0));
  }

  /** Enters the key that a queue among the children has for a class; +∞ for never. */
  void put(int entry, KindQueue child, int demandClass, double key, long tieBreak) {
    if (child.standing.length <= demandClass) {
      int former = child.standing.length;
      child.standing = Arrays.copyOf(child.standing, words * Long.SIZE);
      Arrays.fill(child.standing, former, child.standing.length, NO_KEY);
    }
    if (child.standing[demandClass] != key) {
      child.standing[demandClass] = key;
      queues.put(entry, demandClass, key, tieBreak);
    }
  }

  /**
   * Returns the key by which a queue stands in its parent's contest for a class, +∞ if it does not.
   */
  double standing(int demandClass) {
    return demandClass < standing.length ? standing[demandClass] : NO_KEY;
  }

  /** Removes a leaf. */
  void removeLeaf(int entry) {
    if (leaves.contains(entry)) {
      leaves.remove(entry);
    }
    ratings.remove(leafMember(entry));
    leafEntries.remove(entry);
  }

  /** Removes a queue. */
  void removeQueue(int node, int entry, KindQueue child) {
    child.entered = -1;
    if (late != null && late.entries.holds(entry, node)) {
      late.entries.remove(entry);
      return;
    }
    for (int demandClass = 0; demandClass < child.standing.length; demandClass++) {
      put(entry, child, demandClass, NO_KEY, 0);
    }
    ratings.remove(queueMember(entry));
    entries.remove(entry);
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
