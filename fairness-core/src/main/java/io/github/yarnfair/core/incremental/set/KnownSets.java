// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.set;

import io.github.yarnfair.core.incremental.demand.Bits;
import java.util.Arrays;

/**
 * The class sets that offers fit, numbered from 0. There are {@value #MOST} numbers; once all are
 * given, the set that was asked for longest ago gives its number up, but for those {@linkplain #use
 * in use}. The number of a set that is {@linkplain #forget forgotten} is given out again first.
 */
public final class KnownSets {
  static final int MOST = 128;

  /** The words that have a bit for each number. */
  public static final int PAGES = MOST / Long.SIZE;

  private final int words;
  private long[] sets;
  private long[] lastUsed = new long[2];
  private int[] users = new int[2];
  private int[] table = new int[8];

  /** A bit for each number that was forgotten and not given again. */
  private final long[] forgotten = new long[PAGES];

  private int count;
  private long uses;
  private boolean isNew;

  /** Creates an empty collection of sets of a number of words. */
  KnownSets(int words) {
    this.words = words;
    sets = new long[2 * words];
  }

  /** Lets a number stay that of its set until it is {@linkplain #release released} as often. */
  void use(int number) {
    users[number]++;
  }

  void release(int number) {
    users[number]--;
  }

  public boolean isInUse(int number) {
    return users[number] > 0;
  }

  /** Takes the number of a set back, which is not in use. */
  public void forget(int number) {
    takeOut(number);
    Bits.add(forgotten, 0, number);
  }

  /**
   * Returns a set's number, perhaps one that is {@linkplain #isNew just given}.
   *
   * @param guess a number that may be its, or that of another queue, whose entry this one has; -1
   *     for none
   */
  public int number(long[] set, int offset, int guess) {
    if (guess >= 0
        && guess < count
        && isOf(guess, set, offset)
        && !Bits.contains(forgotten, 0, guess)) {
      isNew = false;
      lastUsed[guess] = ++uses;
      return guess;
    }
    return number(set, offset);
  }

  /** Returns a set's number, perhaps one that is {@linkplain #isNew just given}. */
  public int number(long[] set, int offset) {
    int slot = slot(set, offset);
    while (table[slot] != 0 && !isOf(table[slot] - 1, set, offset)) {
      slot = (slot + 1) & (table.length - 1);
    }
    isNew = table[slot] == 0;
    int number = isNew ? add(set, offset) : table[slot] - 1;
    lastUsed[number] = ++uses;
    return number;
  }

  /** Returns a bound above every number that was given. */
  public int count() {
    return count;
  }

  /** Returns the words of all sets, by number; another array when there are more sets. */
  public long[] words() {
    return sets;
  }

  /** Returns whether the last set asked for had no number before. */
  public boolean isNew() {
    return isNew;
  }

  /**
   * Narrows a set to classes, from an offset on.
   *
   * @param into where what is left is put
   * @return whether anything is
   */
  boolean narrow(int number, long[] classes, int offset, long[] into) {
    long any = 0;
    for (int w = 0; w < words; w++) {
      into[w] = sets[number * words + w] & classes[offset + w];
      any |= into[w];
    }
    return any != 0;
  }

  private int slot(long[] set, int offset) {
    long hash = 0;
    for (int w = 0; w < words; w++) {
      hash = (hash + set[offset + w]) * 0x9E3779B97F4A7C15L;
    }
    return (int) (hash >>> 40) & (table.length - 1);
  }

  /** Returns whether a number is a set's. */
  boolean isOf(int number, long[] set, int offset) {
    for (int w = 0; w < words; w++) {
      if (sets[number * words + w] != set[offset + w]) {
        return false;
      }
    }
    return true;
  }

  private int add(long[] set, int offset) {
    int number = firstForgotten();
    if (number >= 0) {
      Bits.remove(forgotten, 0, number);
    } else if (count == MOST) {
      number = leastRecentlyUsed();
      takeOut(number);
    } else {
      number = count;
      if (count == lastUsed.length) {
        lastUsed = Arrays.copyOf(lastUsed, 2 * count);
        users = Arrays.copyOf(users, 2 * count);
        sets = Arrays.copyOf(sets, 2 * count * words);
        table = new int[8 * count];
        rehash();
      }
      count++;
    }
    System.arraycopy(set, offset, sets, number * words, words);
    putIn(number);
    return number;
  }

  private void putIn(int number) {
    int slot = slot(sets, number * words);
    while (table[slot] != 0) {
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = number + 1;
  }

  /** Empties a number's slot and lets those that it kept from theirs move up. */
  private void takeOut(int number) {
    int mask = table.length - 1;
    int empty = slot(sets, number * words);
    while (table[empty] != number + 1) {
      empty = (empty + 1) & mask;
    }
    for (int slot = (empty + 1) & mask; table[slot] != 0; slot = (slot + 1) & mask) {
      int home = slot(sets, (table[slot] - 1) * words);
      if (((slot - home) & mask) >= ((slot - empty) & mask)) {
        table[empty] = table[slot];
        empty = slot;
      }
    }
    table[empty] = 0;
  }

  private int firstForgotten() {
    for (int page = 0; page < PAGES; page++) {
      if (forgotten[page] != 0) {
        return Bits.first(page, forgotten[page]);
      }
    }
    return -1;
  }

  /** Fills the empty table; all numbers are given. */
  private void rehash() {
    for (int i = 0; i < count; i++) {
      putIn(i);
    }
  }

  private int leastRecentlyUsed() {
    int least = -1;
    for (int i = 0; i < count; i++) {
      if (users[i] == 0 && (least < 0 || lastUsed[i] < lastUsed[least])) {
        least = i;
      }
    }
    return least;
  }
}
