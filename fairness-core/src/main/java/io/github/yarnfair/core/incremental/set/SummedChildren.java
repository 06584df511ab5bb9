// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.set;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import io.github.yarnfair.core.tree.Growth;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The children of a queue of queues that are {@linkplain RatedBySet rated by set}, as they stand in
 * its {@linkplain SetSums sums}. For a class set a child counts as rated for what is left of the
 * set when it is narrowed to the classes that the child could use.
 */
public final class SummedChildren {
  private static final double BLOCKED = Double.POSITIVE_INFINITY;
  private static final int NONE = -1;

  private final SetSums sums;
  private final KnownSets sets;

  /** By entry. */
  private @Nullable RatedBySet[] ratings = new RatedBySet[0];

  /** By set and entry: the number by which the child knows what is left of the set. */
  private int[] numbers = {};

  /** By set and entry: κ_c, +∞ if the child is blocked. */
  private double[] keys = {};

  /** By set: the least of the keys. */
  private double[] least = {};

  /** By entry: the level of one task. */
  private double[] oneTask = {};

  /** A bound above the levels of one task of all children. */
  private double largestTask;

  /** For how many entries of each set there is room. */
  private int width;

  /** How many children stand here. */
  private int count;

  private final long[] narrowed;

  /** Creates an empty collection. */
  public SummedChildren(SetSums sums, KnownSets sets, int words) {
    this.sums = sums;
    this.sets = sets;
    narrowed = new long[words];
  }

  /**
   * Enters a child, or follows it after it was {@linkplain RatedBySet#recompute recomputed}.
   *
   * @param levelOfOneTask at the child
   * @param usable the classes that it could use, from an offset on
   * @param unblocked the known sets of which it could use something, by page, to be replaced by
   *     those of which it can now
   * @param isOther whether it could use other classes before
   */
  public void put(
      int entry,
      RatedBySet child,
      double levelOfOneTask,
      long[] usable,
      int offset,
      long[] unblocked,
      boolean isOther) {
    makeRoom(entry);
    putLevel(entry, levelOfOneTask);
    count += ratings[entry] == null ? 1 : 0;
    ratings[entry] = child;
    for (int page = 0; page < sums.pages; page++) {
      update(entry, page, unblocked[page], child.keys(), child.shift());
    }
    for (int page = 0; page < sums.pages && isOther; page++) {
      unblocked[page] = 0;
      for (long bits = sums.known[page]; bits != 0; bits = Bits.rest(bits)) {
        int set = Bits.first(page, bits);
        unblocked[page] |= link(entry, set, usable, offset) ? Bits.bit(set) : 0L;
      }
    }
  }

  /** Follows a child for the sets that it serves, as it knows them by the same numbers. */
  private void update(int entry, int page, long unblocked, double[] childKeys, double[] shift) {
    double[] to = sums.sums;
    int stride = sums.stride;
    int[] numberOf = numbers;
    for (long bits = unblocked; bits != 0; bits = Bits.rest(bits)) {
      int set = Bits.first(page, bits);
      int number = numberOf[set * width + entry];
      ShortVectors.add(to, set * stride, shift, number * stride, stride);
      putKey(set, entry, childKeys[number]);
    }
  }

  private void putLevel(int entry, double levelOfOneTask) {
    if (levelOfOneTask != oneTask[entry]) {
      oneTask[entry] = levelOfOneTask;
      largestTask = 0.0;
      for (double level : oneTask) {
        largestTask = Math.max(largestTask, level < BLOCKED ? level : 0.0);
      }
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns the least level of those that can use an offer of a known set, +∞ if there are none.
   */
  public double leastLevel(int set) {
    double found = leastKey(set);
    if (found >= largestTask) {
      return found;
    }
    double level = BLOCKED;
    for (int entry = 0; entry < width; entry++) {
      double key = keys[set * width + entry];
      if (key < BLOCKED) {
        level = Math.min(level, Math.max(key, oneTask[entry]));
      }
    }
    return level;
  }

  /** Returns a child's key for a known set, +∞ if it is blocked for it. */
  public double key(int entry, int set) {
    return keys[set * width + entry];
  }

  /** Adds to a sum a multiple of the direction of a child that is not blocked for a known set. */
  public void addDirection(int entry, int set, double factor, double[] sum) {
    RatedBySet child = Objects.requireNonNull(ratings[entry]);
    int row = numbers[set * width + entry] * sums.stride;
    ShortVectors.add(sum, 0, child.directions(), row, factor, sums.stride);
  }

  public boolean contains(int entry) {
    return entry < ratings.length && ratings[entry] != null;
  }

  /** Removes a child, if it is one of these. */
  public void remove(int entry) {
    RatedBySet child = entry < ratings.length ? ratings[entry] : null;
    if (child != null) {
      for (int set = 0; set < least.length; set++) {
        unlink(entry, set, child);
      }
      ratings[entry] = null;
      putLevel(entry, 0.0);
      count--;
    }
  }

  /** Removes all children from the set of a number. */
  public void removeSet(int number) {
    for (int entry = 0; entry < width && number < least.length; entry++) {
      RatedBySet child = ratings[entry];
      if (child != null) {
        unlink(entry, number, child);
      }
    }
  }

  private void putKey(int set, int entry, double key) {
    int from = set * width;
    double former = keys[from + entry];
    keys[from + entry] = key;
    if (key <= least[set]) {
      least[set] = key;
    } else if (former == least[set]) {
      double found = BLOCKED;
      for (int at = from; at < from + width; at++) {
        found = keys[at] < found ? keys[at] : found;
      }
      least[set] = found;
    }
  }

  /**
   * Adds a child, if it is one of these, to the sum of a set that was not known.
   *
   * @param usable the classes that it could use, from an offset on
   * @return whether it can use something of the set
   */
  public boolean addSet(int entry, int number, long[] usable, int offset) {
    if (entry >= ratings.length || ratings[entry] == null) {
      return false;
    }
    makeRoom(entry);
    return link(entry, number, usable, offset);
  }

  /** Adds all children up afresh. */
  public void addUp() {
    for (int at = 0; at < numbers.length; at++) {
      RatedBySet child = ratings[at % width];
      if (child != null && numbers[at] != NONE) {
        sums.add(at / width, child.directions(), numbers[at] * sums.stride);
      }
    }
  }

  /** Returns the least key of those that can use an offer of a known set, +∞ if there are none. */
  public double leastKey(int set) {
    return set < least.length ? least[set] : BLOCKED;
  }

  /** Returns the child of the least key of a known set, of equals the least tie-break. */
  public int first(int set, Entries entries) {
    int first = NONE;
    for (int entry = 0; entry < width && leastKey(set) < BLOCKED; entry++) {
      if (keys[set * width + entry] == least[set]
          && (first == NONE || entries.tieBreak(entry) < entries.tieBreak(first))) {
        first = entry;
      }
    }
    return first;
  }

  /** Lets a child count for a known set as it does now; returns whether it can use any of it. */
  private boolean link(int entry, int set, long[] usable, int offset) {
    RatedBySet child = ratings[entry];
    if (child == null) {
      return false;
    }
    int former = numbers[set * width + entry];
    boolean isEmpty = !sets.narrow(set, usable, offset, narrowed);
    if (former != NONE && !isEmpty && child.sets().isOf(former, narrowed, 0)) {
      return true;
    }
    unlink(entry, set, child);
    if (!isEmpty) {
      int number = child.number(narrowed, 0);
      child.sets().use(number);
      numbers[set * width + entry] = number;
      sums.add(set, child.directions(), number * sums.stride);
      putKey(set, entry, child.keys()[number]);
    }
    return !isEmpty;
  }

  private void unlink(int entry, int set, RatedBySet child) {
    int number = numbers[set * width + entry];
    if (number != NONE) {
      sums.subtract(set, child.directions(), number * sums.stride);
      numbers[set * width + entry] = NONE;
      child.sets().release(number);
      putKey(set, entry, BLOCKED);
    }
  }

  /** Makes room for an entry, and for all known sets. */
  private void makeRoom(int entry) {
    int former = width;
    if (entry >= width) {
      width = Math.max(4, Integer.highestOneBit(entry) * 2);
      ratings = Arrays.copyOf(ratings, width);
      oneTask = Arrays.copyOf(oneTask, width);
    }
    if (width > former || sums.bound() > least.length) {
      numbers = Growth.widen(numbers, former, sums.bound(), width, NONE);
      keys = Growth.widen(keys, former, sums.bound(), width, BLOCKED);
      least = Growth.extend(least, sums.bound(), BLOCKED);
    }
  }
}
