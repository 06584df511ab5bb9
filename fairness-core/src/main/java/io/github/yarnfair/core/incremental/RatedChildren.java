// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import io.github.yarnfair.core.incremental.set.KnownSets;
import io.github.yarnfair.core.incremental.set.SetSums;
import io.github.yarnfair.core.tree.Growth;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The children of a queue of queues that have leaves alone, as they stand in its {@linkplain
 * SetSums sums}. For a class set a child counts as {@linkplain ClassUsage rated} by that class of
 * the set for which its least key is least; so when a child changes, all sets of the same such
 * class move by the same difference: O(σ·m) for σ sets, in a few cache lines.
 */
final class RatedChildren {
  private static final long[] NONE = {};

  private final SetSums sums;
  private final ClassContest contest;
  private final ClassContest levels;

  /** By entry. */
  private @Nullable ClassUsage[] ratings = new ClassUsage[0];

  /**
   * By page, entry and class: the known sets for which this is the class that the child is rated
   * by.
   */
  private final long[][] ratedBy = new long[KnownSets.PAGES][];

  /** By entry and class, a row: U_c/κ_c, as it stands in the sums. */
  private double[] directions = {};

  /** For how many classes there is room in what is kept by entry and class. */
  private int classes;

  private int bound;

  /** How many children stand here. */
  private int count;

  /** By page and class: what is to stand in {@link #ratedBy} of the child at hand. */
  private final long[][] found = new long[KnownSets.PAGES][];

  /** The classes that the child at hand is rated by for any set. */
  private final long[] asked;

  private final double[] direction;
  private final double[] difference;

  /**
   * Creates an empty collection.
   *
   * @param contest where they stand by those classes that they are rated by
   * @param levels where they stand likewise, by keys of at least one task
   * @param words the number of words of a class set
   */
  RatedChildren(SetSums sums, ClassContest contest, ClassContest levels, int words) {
    this.sums = sums;
    this.contest = contest;
    this.levels = levels;
    asked = new long[words];
    direction = new double[sums.stride];
    difference = new double[sums.stride];
    Arrays.setAll(ratedBy, page -> NONE);
    Arrays.setAll(found, page -> NONE);
  }

  /**
   * Adds a child, or updates it.
   *
   * @param oneTask the level of one task at the child
   * @param usable the classes that it could use, from an offset on
   * @param unblocked where the known sets are put of which it can use something, by page
   */
  void put(
      int entry,
      long tieBreak,
      ClassUsage child,
      double oneTask,
      long[] usable,
      int offset,
      long[] unblocked) {
    makeRoom(entry, child.bound());
    count += ratings[entry] == null ? 1 : 0;
    ratings[entry] = child;
    Arrays.fill(asked, 0L);
    for (int page = 0; page < sums.pages; page++) {
      unblocked[page] = findClasses(page, child, usable, offset);
    }
    child.rate(asked, 0);
    for (int w = 0; w < asked.length; w++) {
      for (long bits = asked[w] | contest.standing(entry, w); bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        if (isConcerned(entry, demandClass, child.hasMoved(demandClass))) {
          child.readDirection(demandClass, direction);
          move(entry, demandClass);
        }
        forgetFound(demandClass);
      }
    }
    contest.update(entry, tieBreak, child, 0.0, asked, 0);
    levels.update(entry, tieBreak, child, oneTask, asked, 0);
  }

  boolean contains(int entry) {
    return entry < bound && ratings[entry] != null;
  }

  /** Returns the least key by which a child is rated for any known set, +∞ if for none. */
  double leastKey(int entry) {
    ClassUsage child = Objects.requireNonNull(ratings[entry]);
    for (int i = 0; i < child.count(); i++) {
      int at = entry * classes + child.inOrder(i);
      if (child.inOrder(i) < classes && !isUnused(at)) {
        return child.key(child.inOrder(i));
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Returns the class by which a child is rated for a known set, -1 if it is blocked for it. */
  private int ratedBy(int entry, int set) {
    ClassUsage child = Objects.requireNonNull(ratings[entry]);
    long[] ofPage = ratedBy[Bits.word(set)];
    for (int i = 0; i < child.count(); i++) {
      int demandClass = child.inOrder(i);
      if (demandClass < classes && (ofPage[entry * classes + demandClass] & Bits.bit(set)) != 0) {
        return demandClass;
      }
    }
    return -1;
  }

  /** Returns a child's key for a known set, +∞ if it is blocked for it. */
  double key(int entry, int set) {
    int by = ratedBy(entry, set);
    return by < 0 ? Double.POSITIVE_INFINITY : Objects.requireNonNull(ratings[entry]).key(by);
  }

  /** Adds to a sum a multiple of the direction of a child that is not blocked for a known set. */
  void addDirection(int entry, int set, double factor, double[] sum) {
    int row = (entry * classes + ratedBy(entry, set)) * sums.stride;
    ShortVectors.add(sum, 0, directions, row, factor, sums.stride);
  }

  private boolean isConcerned(int entry, int demandClass, boolean hasMoved) {
    for (int page = 0; page < sums.pages; page++) {
      long before = ratedBy[page][entry * classes + demandClass];
      long now = found[page][demandClass];
      if (before != now || (now != 0 && hasMoved)) {
        return true;
      }
    }
    return false;
  }

  private void forgetFound(int demandClass) {
    for (int page = 0; page < sums.pages; page++) {
      found[page][demandClass] = 0;
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Removes a child, if it is one of these. */
  void remove(int entry) {
    if (entry < bound && ratings[entry] != null) {
      ratings[entry] = null;
      count--;
      for (int demandClass = 0; demandClass < classes; demandClass++) {
        move(entry, demandClass);
      }
      contest.remove(entry);
      levels.remove(entry);
    }
  }

  /** Removes all children from the set of a number. */
  void removeSet(int number) {
    long[] ofPage = ratedBy[Bits.word(number)];
    for (int at = 0; at < ofPage.length; at++) {
      ofPage[at] &= ~Bits.bit(number);
    }
  }

  /**
   * Adds a child, if it is one of these, to the sum of a set that was not known.
   *
   * @param usable the classes that it could use, from an offset on
   * @return whether it can use something of the set
   */
  boolean addSet(int entry, int number, long[] usable, int offset) {
    ClassUsage child = entry < bound ? ratings[entry] : null;
    if (child == null) {
      return false;
    }
    makeRoom(entry, classes);
    long[] with = sums.setsWith[Bits.word(number)];
    for (int i = 0; i < child.count(); i++) {
      int demandClass = child.inOrder(i);
      if (Bits.contains(usable, offset, demandClass)
          && (with[demandClass] & Bits.bit(number)) != 0) {
        int at = entry * classes + demandClass;
        if (child.rateAlso(demandClass)) {
          contest.add(entry, demandClass, child.key(demandClass));
          levels.add(entry, demandClass, child.key(demandClass));
        }
        if (isUnused(at)) {
          child.readDirection(demandClass, direction);
          System.arraycopy(direction, 0, directions, at * sums.stride, sums.resources);
        }
        ratedBy[Bits.word(number)][at] |= Bits.bit(number);
        sums.add(number, directions, at * sums.stride);
        return true;
      }
    }
    return false;
  }

  /** Returns whether the child is rated by the class for no known set. */
  private boolean isUnused(int at) {
    long any = 0;
    for (int page = 0; page < sums.pages; page++) {
      any |= ratedBy[page][at];
    }
    return any == 0;
  }

  /** Adds all children up afresh. */
  void addUp() {
    for (int page = 0; page < sums.pages; page++) {
      long[] ofPage = ratedBy[page];
      for (int at = 0; at < Math.min(ofPage.length, bound * classes); at++) {
        sums.add(page, ofPage[at], directions, at * sums.stride);
      }
    }
  }

  /** Finds by which class a child is rated for each of the known sets; returns for which by any. */
  private long findClasses(int page, ClassUsage child, long[] usable, int offset) {
    long[] by = found[page];
    long[] with = sums.setsWith[page];
    long left = sums.known[page];
    for (int i = 0; i < child.count() && left != 0; i++) {
      int demandClass = child.inOrder(i);
      long those = left & with[demandClass];
      if (those != 0 && Bits.contains(usable, offset, demandClass)) {
        by[demandClass] = those;
        left ^= those;
        Bits.add(asked, 0, demandClass);
      }
    }
    return sums.known[page] & ~left;
  }

  /** Lets a child be rated by a class, in the {@link #direction} it has now, as was found. */
  private void move(int entry, int demandClass) {
    int at = entry * classes + demandClass;
    int from = at * sums.stride;
    for (int j = 0; j < sums.resources; j++) {
      difference[j] = direction[j] - directions[from + j];
    }
    for (int page = 0; page < sums.pages; page++) {
      long before = ratedBy[page][at];
      long now = found[page][demandClass];
      sums.add(page, before & now, difference, 0);
      if (before != now) {
        sums.subtract(page, before & ~now, directions, from);
        sums.add(page, now & ~before, direction, 0);
        ratedBy[page][at] = now;
      }
    }
    System.arraycopy(direction, 0, directions, from, sums.resources);
  }

  private void makeRoom(int entry, int classesNeeded) {
    if (classesNeeded > classes) {
      widen(Math.max(8, Integer.highestOneBit(classesNeeded - 1) * 2));
    }
    bound = Math.max(bound, entry + 1);
    if (bound > ratings.length) {
      int length = Math.max(4, 2 * bound);
      ratings = Arrays.copyOf(ratings, length);
      directions = Arrays.copyOf(directions, length * classes * sums.stride);
    }
    for (int page = 0; page < sums.pages; page++) {
      if (ratedBy[page].length < ratings.length * classes) {
        ratedBy[page] = Arrays.copyOf(ratedBy[page], ratings.length * classes);
      }
      if (found[page].length < classes) {
        found[page] = new long[classes];
      }
    }
  }

  private void widen(int width) {
    for (int page = 0; page < sums.pages; page++) {
      ratedBy[page] = Growth.widen(ratedBy[page], classes, ratings.length, width);
    }
    directions =
        Growth.widen(directions, classes * sums.stride, ratings.length, width * sums.stride, 0.0);
    classes = width;
  }
}
