// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.tree.Growth;
import org.jspecify.annotations.Nullable;

/**
 * Siblings by their keys, those of equal keys by tie-break: finds the first that can use an offer.
 *
 * <p>Few stand where their numbers say and are scanned: that takes fewer cache lines, and fewer
 * branches that are hard to predict, than keeping them in order. Once a number is {@value
 * #MOST_SCANNED} or more, all play {@link KeyTournaments}. Only a new entry can allocate.
 */
final class KeyOrder {
  /** A set of them is a word of bits. */
  private static final int MOST_SCANNED = Long.SIZE;

  private final int words;

  /** The numbers in use. */
  private long present;

  /** For how many numbers there is room. */
  private int room;

  /** κ by number. */
  private double[] keys = {};

  /** By number the first word of its set, then, likewise, each other word; then its tie-break. */
  private long[] sets = {};

  private @Nullable KeyTournaments many;
  private final Least found = new Least();

  /**
   * Creates an empty order.
   *
   * @param words the number of words of a class set
   */
  KeyOrder(int words) {
    this.words = words;
  }

  /** Returns whether there is an entry of this number. */
  boolean contains(int entry) {
    return many != null
        ? many.contains(entry)
        : entry < MOST_SCANNED && (present & Bits.bit(entry)) != 0;
  }

  /** Returns how many entries there are. */
  int size() {
    return many != null ? many.size() : Long.bitCount(present);
  }

  /**
   * Enters or changes an entry.
   *
   * @param entry its number, small
   * @param key κ, not NaN
   * @param set the classes it could use, from an offset on
   */
  void put(int entry, double key, long tieBreak, long[] set, int offset) {
    if (many == null && entry >= room) {
      makeRoom(entry);
    }
    if (many != null) {
      many.put(entry, key, tieBreak, set, offset);
      return;
    }
    present |= Bits.bit(entry);
    keys[entry] = key;
    int at = entry;
    for (int w = 0; w < words; w++) {
      sets[at] = set[offset + w];
      at += room;
    }
    sets[at] = tieBreak;
  }

  /** Removes an entry. */
  void remove(int entry) {
    if (many != null) {
      many.remove(entry);
      return;
    }
    present &= ~Bits.bit(entry);
    for (int w = 0; w < words; w++) {
      sets[w * room + entry] = 0;
    }
  }

  /** Returns the least key of those that can use a class, +∞ if none can. */
  double leastKey(int demandClass) {
    if (many != null) {
      return many.leastKey(demandClass);
    }
    double least = Double.POSITIVE_INFINITY;
    long users = meeting(Bits.word(demandClass), Bits.bit(demandClass));
    for (long bits = users; bits != 0; bits = Bits.rest(bits)) {
      double key = keys[Bits.first(0, bits)];
      least = key < least ? key : least;
    }
    return least;
  }

  /** Finds the first entry that can use a class of a set. */
  Least first(long[] set, int offset) {
    if (many != null) {
      return many.first(set, offset);
    }
    long candidates = 0;
    for (int w = 0; w < words; w++) {
      candidates |= meeting(w, set[offset + w]);
    }
    int first = Least.NONE;
    double leastKey = Double.POSITIVE_INFINITY;
    long leastTieBreak = Long.MAX_VALUE;
    for (long bits = candidates; bits != 0; bits = Bits.rest(bits)) {
      int entry = Bits.first(0, bits);
      double key = keys[entry];
      if (key < leastKey || (key == leastKey && tieBreak(entry) < leastTieBreak)) {
        first = entry;
        leastKey = key;
        leastTieBreak = tieBreak(entry);
      }
    }
    return found.moveTo(first, leastKey, leastTieBreak);
  }

  /**
   * Returns the entries that have one of some classes in a word of their sets, as bits; no branch.
   */
  private long meeting(int word, long classes) {
    int from = word * room;
    int bound = Long.SIZE - Long.numberOfLeadingZeros(present);
    long found = 0;
    for (int entry = 0; entry < bound; entry++) {
      long common = sets[from + entry] & classes;
      found |= (common | -common) >>> (Long.SIZE - 1) << entry;
    }
    return found;
  }

  private long tieBreak(int entry) {
    return sets[words * room + entry];
  }

  private void makeRoom(int entry) {
    if (entry >= MOST_SCANNED) {
      many = handOver();
      keys = new double[0];
      sets = new long[0];
      return;
    }
    int former = room;
    room = Math.min(Math.max(entry + 1, former + former / 4 + 2), MOST_SCANNED);
    keys = Growth.extend(keys, room, 0.0);
    sets = Growth.widen(sets, former, 1 + words, room);
  }

  private KeyTournaments handOver() {
    KeyTournaments others = new KeyTournaments(words);
    long[] set = new long[words];
    for (long bits = present; bits != 0; bits = Bits.rest(bits)) {
      int entry = Bits.first(0, bits);
      for (int w = 0; w < words; w++) {
        set[w] = sets[w * room + entry];
      }
      others.put(entry, keys[entry], tieBreak(entry), set, 0);
    }
    return others;
  }
}
