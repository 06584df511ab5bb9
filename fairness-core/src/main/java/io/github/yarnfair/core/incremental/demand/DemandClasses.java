// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.OfferedNodes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distinct demand vectors that are pending anywhere, each with how many tasks start together,
 * numbered, so that a set of them is a few words of bits. A number without users is given out
 * again.
 *
 * <p>Which of them fit an offer is the intersection, over the amounts of a vector, of those that
 * need no more of that one: a binary search each. O(m·log K) for K classes and m amounts.
 */
final class DemandClasses {
  private final int resources;
  private long[][] vectors = new long[Long.SIZE][];
  private long[] together = new long[Long.SIZE];
  private int[] users = new int[Long.SIZE];
  private int bound;
  private int words = 1;
  private int[] table = new int[4 * Long.SIZE];
  private final Threshold[] thresholds;
  private boolean stale = true;
  private long changes;

  /** Of one amount: what classes need of it, ascending, and the classes that need no more. */
  private static final class Threshold {
    private long[] amount = new long[0];
    private long[] fitting = new long[0];
    private int count;
  }

  /** Creates an empty collection of vectors of a number of amounts. */
  DemandClasses(int resources) {
    this.resources = resources;
    thresholds = new Threshold[resources];
    Arrays.setAll(thresholds, j -> new Threshold());
  }

  /** Returns how many words of bits a class set takes; it grows, and sets with it. */
  int words() {
    return words;
  }

  /** Returns whether a class is the demand vector of a class. */
  boolean is(int demandClass, Demand demand, int index) {
    long[] vector = vectors[demandClass];
    for (int j = 0; j < resources; j++) {
      if (vector[j] != demand.amount(index, j)) {
        return false;
      }
    }
    return together[demandClass] == demand.together();
  }

  /** Returns the number of a demand vector and counts one more user of it. */
  int acquire(Demand demand, int index) {
    int slot = hash(demand, index);
    while (table[slot] != 0) {
      int demandClass = table[slot] - 1;
      if (is(demandClass, demand, index)) {
        users[demandClass]++;
        return demandClass;
      }
      slot = next(slot);
    }
    return add(demand.vector(index), demand.together());
  }

  /** Counts one user less. */
  void release(int demandClass) {
    if (--users[demandClass] == 0) {
      vectors[demandClass] = null;
      changes++;
      stale = true;
      rehash();
    }
  }

  /**
   * Finds the classes that need nowhere more than an amount.
   *
   * @param amounts m of them from an offset on
   * @param into filled with {@link #words()} words from its offset on
   */
  void fitting(long[] amounts, int offset, long[] into, int intoOffset) {
    if (stale) {
      findThresholds();
    }
    Arrays.fill(into, intoOffset, intoOffset + words, -1L);
    for (int j = 0; j < resources; j++) {
      Threshold threshold = thresholds[j];
      int at = lastUpTo(threshold, amounts[offset + j]);
      for (int w = 0; w < words; w++) {
        into[intoOffset + w] &= at < 0 ? 0L : threshold.fitting[at * words + w];
      }
    }
  }

  /**
   * Finds the classes that fit one of several nodes: O(K) for K classes.
   *
   * @param into filled with {@link #words()} words
   */
  void fitting(OfferedNodes nodes, long[] into) {
    Arrays.fill(into, 0, words, 0L);
    for (int demandClass = 0; demandClass < bound; demandClass++) {
      if (vectors[demandClass] != null && nodes.fits(vectors[demandClass])) {
        into[demandClass >> 6] |= 1L << demandClass;
      }
    }
  }

  /** Returns a bound above every number in use. */
  int bound() {
    return bound;
  }

  /** Returns the vector of a class, not to be changed; null if the number is not in use. */
  long @Nullable [] vector(int demandClass) {
    return vectors[demandClass];
  }

  /** Returns how many tasks of a class start together. */
  long together(int demandClass) {
    return together[demandClass];
  }

  /** Returns how often a number was given to a class or taken from it. */
  long changes() {
    return changes;
  }

  private static int lastUpTo(Threshold threshold, long amount) {
    int low = 0;
    int high = threshold.count;
    if (high > 1 && amount < threshold.amount[1]) {
      high = 1; // as in all machine classes but the offered one
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (threshold.amount[middle] <= amount) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private int add(long[] vector, long startingTogether) {
    int demandClass = 0;
    while (demandClass < bound && vectors[demandClass] != null) {
      demandClass++;
    }
    if (demandClass == bound) {
      bound++;
      if (bound > words * Long.SIZE) {
        words *= 2;
        vectors = Arrays.copyOf(vectors, words * Long.SIZE);
        together = Arrays.copyOf(together, words * Long.SIZE);
        users = Arrays.copyOf(users, words * Long.SIZE);
        table = new int[words * 4 * Long.SIZE];
      }
    }
    vectors[demandClass] = vector;
    together[demandClass] = startingTogether;
    users[demandClass] = 1;
    changes++;
    stale = true;
    rehash();
    return demandClass;
  }

  private void rehash() {
    Arrays.fill(table, 0);
    for (int demandClass = 0; demandClass < bound; demandClass++) {
      if (vectors[demandClass] != null) {
        int hash = 1;
        for (long amount : vectors[demandClass]) {
          hash = mix(hash, amount);
        }
        int slot = spread(hash);
        while (table[slot] != 0) {
          slot = next(slot);
        }
        table[slot] = demandClass + 1;
      }
    }
  }

  private int hash(Demand demand, int index) {
    int hash = 1;
    for (int j = 0; j < resources; j++) {
      hash = mix(hash, demand.amount(index, j));
    }
    return spread(hash);
  }

  private static int mix(int hash, long amount) {
    return hash * 31 + Long.hashCode(amount * 0x9E3779B97F4A7C15L);
  }

  private int spread(int hash) {
    return (hash ^ (hash >>> 16)) & (table.length - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (table.length - 1);
  }

  private void findThresholds() {
    for (int j = 0; j < resources; j++) {
      findThresholds(j, thresholds[j]);
    }
    stale = false;
  }

  private void findThresholds(int resource, Threshold threshold) {
    long[] amounts = new long[bound];
    int count = 0;
    for (int demandClass = 0; demandClass < bound; demandClass++) {
      if (vectors[demandClass] != null) {
        amounts[count++] = vectors[demandClass][resource];
      }
    }
    Arrays.sort(amounts, 0, count);
    threshold.amount = amounts;
    threshold.fitting = new long[count * words];
    threshold.count = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || amounts[i] != amounts[threshold.count - 1]) {
        amounts[threshold.count++] = amounts[i];
      }
    }
    for (int demandClass = 0; demandClass < bound; demandClass++) {
      if (vectors[demandClass] != null) {
        int first = lastUpTo(threshold, vectors[demandClass][resource]);
        for (int at = first; at < threshold.count; at++) {
          Bits.add(threshold.fitting, at * words, demandClass);
        }
      }
    }
  }
}
