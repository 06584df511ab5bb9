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
import org.jspecify.annotations.Nullable;

/**
 * A queue's children as one view sees them: who is first, and what all count for. There are many
 * views, each used now and then, so what a view knows of a child stands together. Few children are
 * looked through, which beats keeping them in order; more play a {@linkplain WinnerTree tournament}
 * for the first place, and many stand in a {@link KeyOrder} to be added up.
 */
final class ChildOrder {
  private static final int MOST_LOOKED_THROUGH = 32;
  private static final int MOST_ADDED_UP = 96;
  private static final double NOBODY = Double.POSITIVE_INFINITY;
  private static final long[] ANY = {1L};

  private final Entries entries;
  private final int resources;

  /** By entry: κ, then κ again but +∞ if it is blocked, then U. */
  private double[] rows = {};

  private final int width;
  private int bound;
  private int first = KeyOrder.NONE;
  private boolean isStale;
  private @Nullable WinnerTree contest;
  private @Nullable KeyOrder sorted;

  /**
   * Creates an order of no children.
   *
   * @param entries the children, of whom one after the other is {@link #put}
   * @param resources m, the length of U; 0 if nothing is to be added up
   */
  ChildOrder(Entries entries, int resources) {
    this.entries = entries;
    this.resources = resources;
    width = 2 + resources;
  }

  /**
   * Enters or changes a child.
   *
   * @param usage U, m numbers from an offset on
   */
  void put(int entry, double key, double[] usage, int offset, boolean isBlocked) {
    if (entry >= bound) {
      makeRoom(entry);
    }
    int row = entry * width;
    rows[row] = key;
    rows[row + 1] = isBlocked ? NOBODY : key;
    for (int j = 0; j < resources; j++) {
      rows[row + 2 + j] = usage[offset + j];
    }
    tell(entry);
  }

  /** Forgets a child; its entry may be given out again. */
  void remove(int entry) {
    if (entry < bound) {
      clear(entry);
      tell(entry);
      if (sorted != null && sorted.contains(entry)) {
        sorted.remove(entry);
      }
    }
  }

  /** Returns the child of the least key that is not blocked, {@link KeyOrder#NONE} if all are. */
  int first() {
    if (contest != null) {
      return contest.first();
    }
    if (isStale) {
      lookThrough();
    }
    return first;
  }

  /** Returns the key of the {@link #first}, +∞ if there is none. */
  double firstKey() {
    int winner = first();
    return winner == KeyOrder.NONE ? NOBODY : rows[winner * width];
  }

  /** Adds up U·min(1, least/κ), as {@link KeyOrder#addCutDown} does. */
  void addCutDown(double least, double[] into) {
    if (sorted != null) {
      sorted.addCutDown(least, into, 0);
      return;
    }
    for (int row = 0; row < bound * width; row += width) {
      double factor = rows[row] > least ? least / rows[row] : 1.0;
      for (int j = 0; j < resources; j++) {
        into[j] += rows[row + 2 + j] * factor;
      }
    }
  }

  private void lookThrough() {
    first = KeyOrder.NONE;
    double least = NOBODY;
    for (int i = 0; i < bound; i++) {
      double key = rows[i * width + 1];
      if (key < least || (key == least && first >= 0 && entries.rank(i) < entries.rank(first))) {
        first = i;
        least = key;
      }
    }
    isStale = false;
  }

  private void tell(int entry) {
    isStale = true;
    if (contest != null) {
      contest.put(entry, rows[entry * width + 1], entries.rank(entry));
    }
    if (sorted != null && rows[entry * width] < NOBODY) {
      sort(sorted, entry);
    }
  }

  private void makeRoom(int entry) {
    int former = rows.length / width;
    bound = entry + 1;
    if (bound > former) {
      rows = Arrays.copyOf(rows, Math.max(bound, Math.min(2 * former, 2 * bound)) * width);
      for (int i = former; i < rows.length / width; i++) {
        clear(i);
      }
    }
    if (contest == null && bound > MOST_LOOKED_THROUGH) {
      contest = new WinnerTree();
      for (int i = 0; i < entry; i++) {
        contest.put(i, rows[i * width + 1], entries.rank(i));
      }
    }
    if (sorted == null && bound > MOST_ADDED_UP && resources > 0) {
      sorted = new KeyOrder(resources, 1);
      for (int i = 0; i < entry; i++) {
        if (rows[i * width] < NOBODY) {
          sort(sorted, i);
        }
      }
    }
  }

  private void sort(KeyOrder order, int entry) {
    order.put(entry, rows[entry * width], entry, rows, entry * width + 2, ANY, 0);
  }

  /** Lets an entry that is nobody's be nowhere first and add nothing. */
  private void clear(int entry) {
    Arrays.fill(rows, entry * width, (entry + 1) * width, 0.0);
    rows[entry * width] = NOBODY;
    rows[entry * width + 1] = NOBODY;
  }
}
