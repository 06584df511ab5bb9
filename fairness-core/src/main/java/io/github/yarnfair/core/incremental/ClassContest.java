// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.incremental.demand.WinnerTree;
import io.github.yarnfair.core.tree.Growth;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For each demand class, the child queue with the smallest key. For queues whose key for an offer
 * is the least of their keys for the classes that fit, taken one by one. Up to 32 children are
 * scanned, when the one with the least key has fallen back; more use a {@linkplain WinnerTree
 * tournament tree} for each class.
 */
final class ClassContest {
  private static final double NO_KEY = Double.POSITIVE_INFINITY;
  private static final double UNKNOWN = Double.NaN;
  private static final int MOST_LOOKED_THROUGH = 32;

  /** By class: the least key, +∞ if there is none, {@link #UNKNOWN} if it is to be found. */
  private double[] least = {};

  /** Of few, by class: the entry of the least key, if it is known. */
  private int[] leader = {};

  /** Of few, by class and entry: the key, +∞ if it does not stand there. */
  private double[] keys = {};

  /** Of few, by class and entry: the tie-break. */
  private long[] keyTieBreaks = {};

  /** For how many entries there is room in each column, and a bound above those seen. */
  private int room = 2;

  private int bound;

  /** Of many, by class. */
  private @Nullable WinnerTree @Nullable [] tournaments;

  /** All classes, in the order of their least keys when last {@link #sorted}. */
  private int[] order = {};

  /** The classes for which there are keys, or were when the least was last found. */
  private final long[] used;

  /** By queue: the classes for which it stands here, as {@link #update}ed. */
  private long[] standing = {};

  /** By queue: its tie-break, as entered. */
  private long[] tieBreaks = {};

  /** By queue: below which its keys do not count here. */
  private double[] floors = {};

  private final int words;
  private int firstClass;
  private final Least found = new Least();

  /** Creates an empty contest, for sets of a number of words. */
  ClassContest(int words) {
    this.words = words;
    used = new long[words];
  }

  /**
   * Adds a queue by its ratings for some classes, or updates it where they have changed.
   *
   * @param floor to which its keys are raised if they are below
   * @param classes those that it has just been {@linkplain ClassUsage#rate rated} for, from an
   *     offset on
   */
  void update(
      int entry, long tieBreak, ClassUsage ratings, double floor, long[] classes, int offset) {
    makeRoom(entry);
    tieBreaks[entry] = tieBreak;
    boolean isRaised = floor != floors[entry];
    floors[entry] = floor;
    for (int w = 0; w < words; w++) {
      long asked = classes[offset + w];
      long former = standing[entry * words + w];
      standing[entry * words + w] = asked;
      remove(entry, w, former & ~asked);
      long others = isRaised ? asked : asked & (ratings.moved(w) | ~former);
      for (long bits = others; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        put(entry, demandClass, Math.max(floor, ratings.key(demandClass)), tieBreak);
      }
    }
  }

  /** Lets a queue stand for one class more. */
  void add(int entry, int demandClass, double key) {
    Bits.add(standing, entry * words, demandClass);
    put(entry, demandClass, Math.max(floors[entry], key), tieBreaks[entry]);
  }

  /** Returns a word of the class set for which a queue stands here. */
  long standing(int entry, int word) {
    makeRoom(entry);
    return standing[entry * words + word];
  }

  /** Removes a queue; its entry may be given out again. */
  void remove(int entry) {
    makeRoom(entry);
    for (int w = 0; w < words; w++) {
      remove(entry, w, standing[entry * words + w]);
      standing[entry * words + w] = 0;
    }
  }

  private void remove(int entry, int word, long classes) {
    for (long bits = classes; bits != 0; bits = Bits.rest(bits)) {
      put(entry, Bits.first(word, bits), NO_KEY, 0);
    }
  }

  private void makeRoom(int entry) {
    if (entry >= tieBreaks.length) {
      int length = Growth.length(entry + 1, tieBreaks.length);
      standing = Arrays.copyOf(standing, length * words);
      tieBreaks = Arrays.copyOf(tieBreaks, length);
      floors = Arrays.copyOf(floors, length);
    }
  }

  /**
   * Enters the key that a queue has if a class alone fits; +∞ for never.
   *
   * @param tieBreak the same as long as it stands there
   */
  void put(int entry, int demandClass, double key, long tieBreak) {
    if (demandClass >= least.length) {
      addClasses(demandClass);
    }
    if (tournaments == null && entry >= bound) {
      addEntries(entry);
    }
    if (tournaments != null) {
      putAmongMany(tournaments, entry, demandClass, key, tieBreak);
      return;
    }
    int at = demandClass * room + entry;
    double former = keys[at];
    if (key == former) {
      return;
    }
    keys[at] = key;
    if (former == NO_KEY) {
      keyTieBreaks[at] = tieBreak;
      Bits.add(used, 0, demandClass);
    }
    if (key < least[demandClass]
        || (key == least[demandClass]
            && key < NO_KEY
            && isBefore(at, demandClass * room + leader[demandClass]))) {
      least[demandClass] = key;
      leader[demandClass] = entry;
    } else if (entry == leader[demandClass]) {
      least[demandClass] = UNKNOWN;
    }
  }

  private void putAmongMany(
      @Nullable WinnerTree[] byClass, int entry, int demandClass, double key, long tieBreak) {
    WinnerTree tournament = byClass[demandClass];
    if (tournament == null) {
      tournament = new WinnerTree();
      byClass[demandClass] = tournament;
    }
    tournament.put(entry, key, tieBreak);
    least[demandClass] = tournament.firstKey();
    if (least[demandClass] < NO_KEY) {
      Bits.add(used, 0, demandClass);
    } else {
      Bits.remove(used, 0, demandClass);
    }
  }

  private boolean isBefore(int at, int other) {
    return keyTieBreaks[at] < keyTieBreaks[other];
  }

  /** Returns the least key that a queue has if a class alone fits, +∞ if none could use it. */
  double leastKey(int demandClass) {
    if (demandClass >= least.length) {
      return NO_KEY;
    }
    if (Double.isNaN(least[demandClass])) {
      lookThrough(demandClass);
    }
    return least[demandClass];
  }

  private void lookThrough(int demandClass) {
    int from = demandClass * room;
    int found = from;
    for (int at = from + 1; at < from + bound; at++) {
      if (keys[at] < keys[found] || (keys[at] == keys[found] && isBefore(at, found))) {
        found = at;
      }
    }
    least[demandClass] = keys[found];
    leader[demandClass] = found - from;
    if (least[demandClass] == NO_KEY) {
      Bits.remove(used, 0, demandClass);
    }
  }

  private void addClasses(int demandClass) {
    int length = Math.max(8, Integer.highestOneBit(demandClass) * 2);
    least = Growth.extend(least, length, NO_KEY);
    leader = Arrays.copyOf(leader, length);
    order = Arrays.copyOf(order, length);
    Arrays.setAll(order, i -> i);
    if (tournaments != null) {
      tournaments = Arrays.copyOf(tournaments, length);
    } else {
      keys = Growth.extend(keys, length * room, NO_KEY);
      keyTieBreaks = Arrays.copyOf(keyTieBreaks, length * room);
    }
  }

  private void addEntries(int entry) {
    bound = entry + 1;
    if (bound > MOST_LOOKED_THROUGH) {
      handOver();
    } else if (bound > room) {
      int wider = Math.min(Math.max(bound, room + room / 2), MOST_LOOKED_THROUGH);
      keys = Growth.widen(keys, room, least.length, wider, NO_KEY);
      keyTieBreaks = Growth.widen(keyTieBreaks, room, least.length, wider);
      room = wider;
    }
  }

  private void handOver() {
    @Nullable WinnerTree[] byClass = new WinnerTree[least.length];
    Arrays.fill(least, NO_KEY);
    Arrays.fill(used, 0L);
    for (int at = 0; at < keys.length; at++) {
      if (keys[at] < NO_KEY) {
        putAmongMany(byClass, at % room, at / room, keys[at], keyTieBreaks[at]);
      }
    }
    tournaments = byClass;
    keys = new double[0];
    keyTieBreaks = new long[0];
  }

  /** Returns the least key that a queue has if all classes of a set fit, +∞ if none can use any. */
  double leastKey(long[] set, int offset) {
    double found = NO_KEY;
    for (int w = 0; w * Long.SIZE < least.length; w++) {
      for (long bits = set[offset + w] & used[w]; bits != 0; bits = Bits.rest(bits)) {
        double key = leastKey(Bits.first(w, bits));
        found = key < found ? key : found;
      }
    }
    return found;
  }

  /** Returns the classes in the order of their {@link #leastKey}, unused ones last. */
  int[] sorted() {
    for (int i = 0; i < order.length; i++) {
      int demandClass = order[i];
      double key = leastKey(demandClass);
      int at = i;
      for (; at > 0 && least[order[at - 1]] > key; at--) {
        order[at] = order[at - 1];
      }
      order[at] = demandClass;
    }
    return order;
  }

  /** Finds the entry of the least key for any class of a set, of equals the least tie-break. */
  Least first(long[] set, int offset) {
    found.clear();
    double key = leastKey(set, offset);
    for (int w = 0; w * Long.SIZE < least.length && key < NO_KEY; w++) {
      for (long bits = set[offset + w] & used[w]; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        if (least[demandClass] == key) {
          compare(demandClass);
        }
      }
    }
    return found;
  }

  /** Compares the entry of the least key for a class with the one found for another. */
  private void compare(int demandClass) {
    WinnerTree tournament = tournaments == null ? null : tournaments[demandClass];
    long tieBreak =
        tournament == null
            ? keyTieBreaks[demandClass * room + leader[demandClass]]
            : tournament.firstTieBreak();
    if (tieBreak < found.tieBreak) {
      int entry = tournament == null ? leader[demandClass] : tournament.first();
      found.moveTo(entry, least[demandClass], tieBreak);
      firstClass = demandClass;
    }
  }

  /** Returns a class by which the last {@link #first} was found. */
  int firstClass() {
    return firstClass;
  }
}
