// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.set;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import java.util.Arrays;

/**
 * The children of a queue of queues, as they stand in its {@linkplain SetSums sums} for those class
 * sets for which they are blocked. With f, the least key of the others, such a child counts
 *
 * <pre>
 *   U_c · min(1, f/κ_c) = f · U_c/κ_c · min(1, κ_c/f)
 * </pre>
 *
 * <p>where U_c and κ_c are of all that it holds. The sums contain U_c/κ_c, as for the others; from
 * those whose κ_c is below f, which are the first by κ_c, the rest is subtracted when the sum is
 * read. A change of a child costs O(σ·m) for σ sets, and to keep the order.
 */
public final class BlockedChildren {
  private final SetSums sums;
  private final int stride;

  /** By entry: κ_c. */
  private double[] keys = {};

  /** By entry, a row: U_c/κ_c. */
  private double[] directions = {};

  /** By entry, in words of bits: the known sets for which the child is not blocked. */
  private long[] unblocked = {};

  /** The entries that hold something, by κ_c. */
  private int[] order = {};

  private int count;
  private int bound;

  /** Scratch: the direction of the child at hand, and by how much it has changed; rows. */
  private final double[] direction;

  private final double[] difference;

  /** Creates an empty collection. */
  public BlockedChildren(SetSums sums) {
    this.sums = sums;
    stride = sums.stride;
    direction = new double[stride];
    difference = new double[stride];
  }

  /** Reads the sets for which a child is not blocked, a word for each page. */
  public void readUnblocked(int entry, long[] into) {
    makeRoom(entry);
    System.arraycopy(unblocked, entry * KnownSets.PAGES, into, 0, KnownSets.PAGES);
  }

  /**
   * Adds or updates a child.
   *
   * @param usage U_c, m numbers
   * @param unblockedNow the known sets for which it is not blocked, a word for each page
   */
  public void put(int entry, double key, double[] usage, long[] unblockedNow) {
    makeRoom(entry);
    double factor = key > 0 ? 1.0 / key : 0.0;
    int row = entry * stride;
    for (int j = 0; j < usage.length; j++) {
      direction[j] = usage[j] * factor;
      difference[j] = direction[j] - directions[row + j];
    }
    for (int page = 0; page < sums.pages; page++) {
      int at = entry * KnownSets.PAGES + page;
      long before = unblocked[at];
      long now = unblockedNow[page];
      sums.add(page, sums.known[page] & ~(before | now), difference, 0);
      if (before != now) {
        sums.subtract(page, now & ~before, directions, row);
        sums.add(page, before & ~now, direction, 0);
        unblocked[at] = now;
      }
    }
    ShortVectors.copy(direction, 0, directions, row, stride);
    sort(entry, key);
  }

  /**
   * Takes in a set that was not known, or not by this number.
   *
   * @param isBlocked whether a child is blocked for it
   */
  public void addSet(int entry, int number, boolean isBlocked) {
    makeRoom(entry);
    int at = entry * KnownSets.PAGES;
    if (isBlocked) {
      Bits.remove(unblocked, at, number);
      sums.add(number, directions, entry * stride);
    } else {
      Bits.add(unblocked, at, number);
    }
  }

  /** Forgets for which children the set of a number is blocked. */
  public void removeSet(int number) {
    for (int entry = 0; entry < bound; entry++) {
      Bits.remove(unblocked, entry * KnownSets.PAGES, number);
    }
  }

  /** Adds all children up afresh. */
  public void addUp() {
    for (int entry = 0; entry < bound; entry++) {
      for (int page = 0; page < sums.pages; page++) {
        long blocked = sums.known[page] & ~unblocked[entry * KnownSets.PAGES + page];
        sums.add(page, blocked, directions, entry * stride);
      }
    }
  }

  /** Returns whether no child holds anything. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Returns whether some child may count for less than it does in the sums, if this is f. */
  public boolean mayCountLess(double f) {
    return count > 0 && keys[order[0]] < f;
  }

  /** Subtracts from the sum of a set what its blocked children count for less than in the sums. */
  public void correct(int set, double f, double[] sum) {
    for (int i = 0; i < count && keys[order[i]] < f; i++) {
      int entry = order[i];
      // By rounding, the key of a child that is not blocked can be below f, too.
      if (!Bits.contains(unblocked, entry * KnownSets.PAGES, set)) {
        ShortVectors.add(sum, 0, directions, entry * stride, keys[entry] / f - 1.0, stride);
      }
    }
  }

  /** Moves a child to where its new key belongs in the order. */
  private void sort(int entry, double key) {
    int at = keys[entry] > 0 ? indexOf(entry) : count++;
    keys[entry] = key;
    if (key > 0) {
      for (; at > 0 && keys[order[at - 1]] > key; at--) {
        order[at] = order[at - 1];
      }
      for (; at + 1 < count && keys[order[at + 1]] < key; at++) {
        order[at] = order[at + 1];
      }
      order[at] = entry;
    } else {
      count--;
      System.arraycopy(order, at + 1, order, at, count - at);
    }
  }

  private int indexOf(int entry) {
    int at = 0;
    while (order[at] != entry) {
      at++;
    }
    return at;
  }

  private void makeRoom(int entry) {
    bound = Math.max(bound, entry + 1);
    if (bound > keys.length) {
      int length = Math.max(4, 2 * bound);
      keys = Arrays.copyOf(keys, length);
      directions = Arrays.copyOf(directions, length * stride);
      unblocked = Arrays.copyOf(unblocked, length * KnownSets.PAGES);
      order = Arrays.copyOf(order, length + 1);
    }
  }
}
