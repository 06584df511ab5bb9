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

/** What a {@link RescalingSelection} keeps of a queue: its leaves, its changes and its views. */
final class RescaledQueue {
  /** So many sets of fitting shapes are remembered; the one unused longest gives way. */
  private static final int MOST_VIEWS = 64;

  final Entries entries = new Entries();
  final Entries leafEntries = new Entries();
  final ChangeLog changes = new ChangeLog();
  final KeyOrder leaves;

  /** Of use while there are no queues among the children. */
  final ShapeRatings ratings;

  /** The queues among the root's children that have no queues below: they need no view. */
  final ShapeContest contest;

  /** How many children there are that views are needed for. */
  int viewed;

  private final int resources;
  private final int summed;
  private final int setWords;
  private QueueView[] views = new QueueView[2];
  private long[] sets;
  private int[] table = new int[8];
  private int viewCount;
  private long uses;

  /**
   * Creates what is kept of a queue without children.
   *
   * @param summed the length of the usage that is added up, 0 if none is
   * @param words the number of words of a set of shapes; a view's set has one more, for what is
   *     saturated
   */
  RescaledQueue(int resources, int words, int summed) {
    this.resources = resources;
    this.summed = summed;
    setWords = words + 1;
    leaves = new KeyOrder(summed, words);
    ratings = new ShapeRatings(leaves, summed, words);
    contest = new ShapeContest(words);
    sets = new long[2 * setWords];
  }

  /** Returns the view for an offer that fits a set of shapes: perhaps a new one. */
  QueueView view(long[] set, int offset) {
    int slot = slot(set, offset);
    while (table[slot] != 0 && !isOf(table[slot] - 1, set, offset)) {
      slot = (slot + 1) & (table.length - 1);
    }
    int at = table[slot] == 0 ? open(set, offset) : table[slot] - 1;
    views[at].lastUsed = ++uses;
    return views[at];
  }

  private int slot(long[] set, int offset) {
    long hash = 0;
    for (int w = 0; w < setWords; w++) {
      hash = (hash + set[offset + w]) * 0x9E3779B97F4A7C15L;
    }
    return (int) (hash >>> 40) & (table.length - 1);
  }

  /** Removes a leaf that does not stand in views. */
  void removeLeaf(int entry) {
    if (leaves.contains(entry)) {
      leaves.remove(entry);
    }
    leafEntries.remove(entry);
  }

  /** Removes a child from all views. */
  void remove(int entry) {
    entries.remove(entry);
    for (int i = 0; i < viewCount; i++) {
      views[i].remove(entry);
    }
  }

  private boolean isOf(int at, long[] set, int offset) {
    for (int w = 0; w < setWords; w++) {
      if (sets[at * setWords + w] != set[offset + w]) {
        return false;
      }
    }
    return true;
  }

  private int open(long[] set, int offset) {
    int at = viewCount;
    if (viewCount == MOST_VIEWS) {
      at = leastRecentlyUsed();
    } else {
      if (viewCount == views.length) {
        views = Arrays.copyOf(views, 2 * viewCount);
        sets = Arrays.copyOf(sets, 2 * viewCount * setWords);
        table = new int[8 * viewCount];
      }
      views[viewCount++] = new QueueView(entries, resources, summed);
    }
    views[at].restart();
    System.arraycopy(set, offset, sets, at * setWords, setWords);
    rehash();
    return at;
  }

  private void rehash() {
    Arrays.fill(table, 0);
    for (int i = 0; i < viewCount; i++) {
      int slot = slot(sets, i * setWords);
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = i + 1;
    }
  }

  private int leastRecentlyUsed() {
    int least = 0;
    for (int i = 1; i < viewCount; i++) {
      if (views[i].lastUsed < views[least].lastUsed) {
        least = i;
      }
    }
    return least;
  }
}
