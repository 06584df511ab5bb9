// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.tree.Growth;
import java.util.Arrays;

/**
 * Many siblings of which only the first is asked for, so that they need not be in order: for each
 * class there is a tournament of those that could use it. To ask takes O(σ) for σ classes, a change
 * O(log n) for each class that the entry could use. Only a new entry can allocate.
 */
final class KeyTournaments {
  private final int words;
  private final ClassContest contest;

  /** By class: the entries that could use it, by their numbers in its tournament. */
  private Entries[] members = {};

  /** By entry: κ, not a number if there is none such. */
  private double[] keys = {};

  /** By entry: the classes that it could use. */
  private long[] sets = {};

  /** By entry, one for each of these classes: its number in the tournament. */
  private int[] numbers = {};

  /** For how many numbers of each entry there is room. */
  private int width = 1;

  private int size;
  private final Least found = new Least();

  /** Creates an empty collection, for sets of a number of words. */
  KeyTournaments(int words) {
    this.words = words;
    contest = new ClassContest(words);
  }

  boolean contains(int entry) {
    return entry < keys.length && !Double.isNaN(keys[entry]);
  }

  int size() {
    return size;
  }

  void put(int entry, double key, long tieBreak, long[] set, int offset) {
    if (!contains(entry)) {
      makeRoom(entry);
      size++;
    }
    keys[entry] = key;
    int from = entry * words;
    if (!Arrays.equals(sets, from, from + words, set, offset, offset + words)) {
      removeFromAll(entry);
      System.arraycopy(set, offset, sets, from, words);
      addToAll(entry, tieBreak);
    }
    int at = entry * width;
    for (int w = 0; w < words; w++) {
      for (long bits = sets[from + w]; bits != 0; bits = Bits.rest(bits)) {
        contest.put(numbers[at++], Bits.first(w, bits), key, tieBreak);
      }
    }
  }

  void remove(int entry) {
    removeFromAll(entry);
    Arrays.fill(sets, entry * words, (entry + 1) * words, 0L);
    keys[entry] = Double.NaN;
    size--;
  }

  double leastKey(int demandClass) {
    return contest.leastKey(demandClass);
  }

  Least first(long[] set, int offset) {
    Least member = contest.first(set, offset);
    if (member.entry == Least.NONE) {
      return found.clear();
    }
    int entry = members[contest.firstClass()].node(member.entry);
    return found.moveTo(entry, member.key, member.tieBreak);
  }

  private void removeFromAll(int entry) {
    int at = entry * width;
    for (int w = 0; w < words; w++) {
      for (long bits = sets[entry * words + w]; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        members[demandClass].remove(numbers[at]);
        contest.put(numbers[at++], demandClass, Double.POSITIVE_INFINITY, 0);
      }
    }
  }

  private void addToAll(int entry, long tieBreak) {
    int count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(sets[entry * words + w]);
    }
    if (count > width) {
      widen(count);
    }
    int at = entry * width;
    for (int w = 0; w < words; w++) {
      for (long bits = sets[entry * words + w]; bits != 0; bits = Bits.rest(bits)) {
        numbers[at++] = members(Bits.first(w, bits)).add(entry, tieBreak);
      }
    }
  }

  private Entries members(int demandClass) {
    int former = members.length;
    if (demandClass >= former) {
      members = Arrays.copyOf(members, demandClass + 1);
      for (int i = former; i <= demandClass; i++) {
        members[i] = new Entries();
      }
    }
    return members[demandClass];
  }

  private void widen(int classes) {
    numbers = Growth.widen(numbers, width, keys.length, classes, 0);
    width = classes;
  }

  private void makeRoom(int entry) {
    if (entry >= keys.length) {
      int length = Growth.length(entry + 1, keys.length);
      keys = Growth.extend(keys, length, Double.NaN);
      sets = Arrays.copyOf(sets, length * words);
      numbers = Arrays.copyOf(numbers, length * width);
    }
  }
}
