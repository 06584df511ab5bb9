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

import io.github.yarnfair.core.Growth;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Siblings by their keys, those of equal keys by tie-break: finds the first that can use an offer,
 * and adds up what all of them count for once their keys are cut down to a bound.
 *
 * <p>Few stand where their numbers say and are looked through: that takes fewer cache lines, and
 * fewer branches that are hard to predict, than keeping them in order. Once a number is {@value
 * #MOST_LOOKED_THROUGH} or more, all stand in a {@link KeyTree}, or play {@link KeyTournaments} if
 * nothing is to be added up. Only a new entry can allocate.
 */
final class KeyOrder {
  /** A set of them is a word of bits. */
  private static final int MOST_LOOKED_THROUGH = Long.SIZE;

  private final int resources;
  private final int words;

  /** The length of a row; none is needed if there is nothing to be added up. */
  private final int width;

  /** The numbers in use. */
  private long present;

  /** For how many numbers there is room. */
  private int room;

  /** κ by number; then, by number, a row of 1/κ and U, m numbers. */
  private double[] keys = {};

  /** By number the first word of its set, then, likewise, each other word; then its tie-break. */
  private long[] sets = {};

  private @Nullable ManyKeys many;
  private final Least found = new Least();

  /**
   * Creates an empty order.
   *
   * @param resources m, the length of U; 0 if nothing is to be added up
   * @param words the number of words of a class set
   */
  KeyOrder(int resources, int words) {
    this.resources = resources;
    this.words = words;
    width = resources == 0 ? 0 : 1 + resources;
  }

  /** Returns whether there is an entry of this number. */
  boolean contains(int entry) {
    return many != null
        ? many.contains(entry)
        : entry < MOST_LOOKED_THROUGH && (present & Bits.bit(entry)) != 0;
  }

  /** Returns how many entries there are. */
  int size() {
    return many != null ? many.size() : Long.bitCount(present);
  }

  /**
   * Enters or changes an entry.
   *
   * @param entry its number, small
   * @param key κ, finite if there is anything to be added up, and not NaN
   * @param usage U, m numbers from an offset on
   * @param set the classes it could use, from an offset on
   */
  void put(
      int entry, double key, long tieBreak, double[] usage, int offset, long[] set, int setOffset) {
    if (many == null && entry >= room) {
      makeRoom(entry);
    }
    if (many != null) {
      many.put(entry, key, tieBreak, usage, offset, set, setOffset);
      return;
    }
    present |= Bits.bit(entry);
    keys[entry] = key;
    int at = entry;
    for (int w = 0; w < words; w++) {
      sets[at] = set[setOffset + w];
      at += room;
    }
    sets[at] = tieBreak;
    if (width > 0) {
      int row = row(entry);
      keys[row] = inverse(key);
      ShortVectors.copy(usage, offset, keys, row + 1, resources);
    }
  }

  /**
   * Reads an entry.
   *
   * @param into where m numbers of U are put
   * @return its key
   */
  double read(int entry, double[] into) {
    if (many != null) {
      return many.read(entry, into);
    }
    ShortVectors.copy(keys, row(entry) + 1, into, 0, resources);
    return keys[entry];
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
    Arrays.fill(keys, row(entry), row(entry + 1), 0.0);
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
    int bound = bound();
    long found = 0;
    for (int entry = 0; entry < bound; entry++) {
      long common = sets[from + entry] & classes;
      found |= (common | -common) >>> (Long.SIZE - 1) << entry;
    }
    return found;
  }

  /**
   * Adds up U·min(1, bound/κ) over all entries.
   *
   * @param bound the least key of those that can use the offer, +∞ if none
   * @param into m numbers, from an offset on, to which the sum is added
   */
  void addCutDown(double bound, double[] into, int intoOffset) {
    if (many != null) {
      many.addCutDown(bound, into, intoOffset);
      return;
    }
    if (bound <= 0.0) {
      addUncut(into, intoOffset);
      return;
    }
    // Times the 1/κ = 0 of an unused number, it must not become NaN.
    double finite = Math.min(bound, Double.MAX_VALUE);
    int j = 0;
    for (; j + 4 <= resources; j += 4) {
      addFour(finite, j, into, intoOffset + j);
    }
    for (; j < resources; j++) {
      addOne(finite, j, into, intoOffset + j);
    }
  }

  /** Adds up U of those whose keys are 0: all others are scaled to nothing. */
  private void addUncut(double[] into, int intoOffset) {
    for (int row = row(0), end = row(bound()); row < end; row += width) {
      for (int j = 0; j < resources && keys[row] == Double.POSITIVE_INFINITY; j++) {
        into[intoOffset + j] += keys[row + 1 + j];
      }
    }
  }

  private void addFour(double bound, int resource, double[] into, int offset) {
    double sum0 = 0.0;
    double sum1 = 0.0;
    double sum2 = 0.0;
    double sum3 = 0.0;
    for (int row = row(0), end = row(bound()); row < end; row += width) {
      double factor = Math.min(1.0, bound * keys[row]);
      int at = row + 1 + resource;
      sum0 += keys[at] * factor;
      sum1 += keys[at + 1] * factor;
      sum2 += keys[at + 2] * factor;
      sum3 += keys[at + 3] * factor;
    }
    into[offset] += sum0;
    into[offset + 1] += sum1;
    into[offset + 2] += sum2;
    into[offset + 3] += sum3;
  }

  private void addOne(double bound, int resource, double[] into, int offset) {
    double sum = 0.0;
    for (int row = row(0), end = row(bound()); row < end; row += width) {
      sum += keys[row + 1 + resource] * Math.min(1.0, bound * keys[row]);
    }
    into[offset] += sum;
  }

  /** Returns a bound above the numbers in use. */
  private int bound() {
    return Long.SIZE - Long.numberOfLeadingZeros(present);
  }

  private int row(int entry) {
    return room + entry * width;
  }

  private long tieBreak(int entry) {
    return sets[words * room + entry];
  }

  /** Returns 1/κ, rounded up so that κ times it is not less than 1. */
  private static double inverse(double key) {
    return key > 0 ? (1.0 + 0x1p-52) / key : Double.POSITIVE_INFINITY;
  }

  private void makeRoom(int entry) {
    if (entry >= MOST_LOOKED_THROUGH) {
      many = handOver();
      keys = new double[0];
      sets = new long[0];
      return;
    }
    int former = room;
    room = Math.min(Math.max(entry + 1, former + former / 4 + 2), MOST_LOOKED_THROUGH);
    double[] widerKeys = new double[row(room)];
    System.arraycopy(keys, 0, widerKeys, 0, former);
    System.arraycopy(keys, former, widerKeys, room, former * width);
    keys = widerKeys;
    sets = Growth.widen(sets, former, 1 + words, room);
  }

  private ManyKeys handOver() {
    int skipped = Math.min(1, width);
    ManyKeys others = resources > 0 ? new KeyTree(resources, words) : new KeyTournaments(words);
    long[] set = new long[words];
    for (long bits = present; bits != 0; bits = Bits.rest(bits)) {
      int entry = Bits.first(0, bits);
      for (int w = 0; w < words; w++) {
        set[w] = sets[w * room + entry];
      }
      others.put(entry, keys[entry], tieBreak(entry), keys, row(entry) + skipped, set, 0);
    }
    return others;
  }
}
