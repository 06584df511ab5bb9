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

import java.util.Arrays;

/**
 * The sets of shapes that offers fit, numbered from 0. There are as many numbers as a word has
 * bits; once all are given, the set that was asked for longest ago gives its number up.
 */
final class KnownSets {
  static final int MOST = Long.SIZE;

  private final int words;
  private long[] sets;
  private long[] lastUsed = new long[2];
  private int[] table = new int[8];
  private int count;
  private long uses;
  private boolean isNew;

  /** Creates an empty collection of sets of so many words. */
  KnownSets(int words) {
    this.words = words;
    sets = new long[2 * words];
  }

  /** Returns a set's number, perhaps one that is {@linkplain #isNew just given}. */
  int number(long[] set, int offset) {
    int slot = slot(set, offset);
    while (table[slot] != 0 && !isOf(table[slot] - 1, set, offset)) {
      slot = (slot + 1) & (table.length - 1);
    }
    isNew = table[slot] == 0;
    int number = isNew ? add(set, offset) : table[slot] - 1;
    lastUsed[number] = ++uses;
    return number;
  }

  /** Returns whether the last set asked for had no number before. */
  boolean isNew() {
    return isNew;
  }

  private int slot(long[] set, int offset) {
    long hash = 0;
    for (int w = 0; w < words; w++) {
      hash = (hash + set[offset + w]) * 0x9E3779B97F4A7C15L;
    }
    return (int) (hash >>> 40) & (table.length - 1);
  }

  private boolean isOf(int number, long[] set, int offset) {
    for (int w = 0; w < words; w++) {
      if (sets[number * words + w] != set[offset + w]) {
        return false;
      }
    }
    return true;
  }

  private int add(long[] set, int offset) {
    int number = count;
    if (count == MOST) {
      number = leastRecentlyUsed();
    } else {
      if (count == lastUsed.length) {
        lastUsed = Arrays.copyOf(lastUsed, 2 * count);
        sets = Arrays.copyOf(sets, 2 * count * words);
        table = new int[8 * count];
      }
      count++;
    }
    System.arraycopy(set, offset, sets, number * words, words);
    rehash();
    return number;
  }

  private void rehash() {
    Arrays.fill(table, 0);
    for (int i = 0; i < count; i++) {
      int slot = slot(sets, i * words);
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = i + 1;
    }
  }

  private int leastRecentlyUsed() {
    int least = 0;
    for (int i = 1; i < count; i++) {
      if (lastUsed[i] < lastUsed[least]) {
        least = i;
      }
    }
    return least;
  }
}
