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
 * Queues whose key for an offer is the least of those that they have if one shape alone fits, for
 * each of the shapes that fit: by shape, who has the least.
 */
final class ShapeContest {
  private static final double NOBODY = Double.POSITIVE_INFINITY;

  private @Nullable WinnerTree[] byShape = new WinnerTree[0];

  /** By shape: the least key, +∞ if nobody stands there, NaN if it is to be looked for. */
  private double[] least = {};

  /** All shapes, in the order of their least keys when last {@link #sorted}. */
  private int[] order = {};

  /** By queue: the shapes for which it stands here, as {@link #enter}ed. */
  private long[] standing = {};

  private final int words;
  private int first;
  private double firstKey;
  private long firstRank;

  /** Creates a contest of nobody, for sets of so many words. */
  ShapeContest(int words) {
    this.words = words;
  }

  /**
   * Enters a queue by its ratings, or follows it where they have moved or it may use other shapes.
   *
   * @param usable the shapes that it could use, from an offset on
   */
  void enter(int entry, long rank, ShapeRatings ratings, long[] usable, int offset) {
    makeRoom(entry);
    for (int w = 0; w < words; w++) {
      leave(entry, w, ~usable[offset + w]);
      long concerned = ratings.moved(w) | ~standing[entry * words + w];
      standing[entry * words + w] = usable[offset + w];
      for (long bits = usable[offset + w] & concerned; bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        put(entry, shape, ratings.key(shape), rank);
      }
    }
  }

  /** Forgets a queue; its entry may be given out again. */
  void leave(int entry) {
    makeRoom(entry);
    for (int w = 0; w < words; w++) {
      leave(entry, w, -1L);
      standing[entry * words + w] = 0;
    }
  }

  private void leave(int entry, int word, long shapes) {
    for (long bits = standing[entry * words + word] & shapes; bits != 0; bits &= bits - 1) {
      put(entry, word * Long.SIZE + Long.numberOfTrailingZeros(bits), NOBODY, 0);
    }
  }

  private void makeRoom(int entry) {
    if ((entry + 1) * words > standing.length) {
      standing = Arrays.copyOf(standing, Math.max((entry + 1) * words, 2 * standing.length));
    }
  }

  /** Enters the key that a queue has if a shape alone fits; +∞ for never. */
  void put(int entry, int shape, double key, long rank) {
    int former = least.length;
    if (shape >= former) {
      int length = Math.max(8, Integer.highestOneBit(shape) * 2);
      byShape = Arrays.copyOf(byShape, length);
      least = Arrays.copyOf(least, length);
      Arrays.fill(least, former, length, NOBODY);
      order = Arrays.copyOf(order, length);
      Arrays.setAll(order, i -> i);
    }
    WinnerTree contest = byShape[shape];
    if (contest == null) {
      if (key == NOBODY) {
        return;
      }
      contest = new WinnerTree();
      byShape[shape] = contest;
    }
    contest.put(entry, key, rank);
    least[shape] = contest.isUnknown() ? Double.NaN : contest.firstKey();
  }

  /** Returns the least key that a queue has if a shape alone fits, +∞ if none could use it. */
  double leastKey(int shape) {
    if (shape >= least.length) {
      return NOBODY;
    }
    WinnerTree contest = byShape[shape];
    if (Double.isNaN(least[shape]) && contest != null) {
      least[shape] = contest.firstKey();
    }
    return least[shape];
  }

  /** Returns the least key that a queue has if all shapes of a set fit, +∞ if none can use any. */
  double leastKey(long[] set, int offset) {
    double found = NOBODY;
    for (int w = 0; w * Long.SIZE < least.length; w++) {
      for (long bits = set[offset + w]; bits != 0; bits &= bits - 1) {
        found = Math.min(found, leastKey(w * Long.SIZE + Long.numberOfTrailingZeros(bits)));
      }
    }
    return found;
  }

  /** Returns the shapes in the order of their {@link #leastKey}, perhaps some that nobody uses. */
  int[] sorted() {
    for (int i = 0; i < order.length; i++) {
      int shape = order[i];
      double key = leastKey(shape);
      int at = i;
      for (; at > 0 && least[order[at - 1]] > key; at--) {
        order[at] = order[at - 1];
      }
      order[at] = shape;
    }
    return order;
  }

  /** Finds who has the least key for any shape of a set, of equals the one of least rank. */
  void find(long[] set, int offset) {
    first = KeyOrder.NONE;
    firstKey = leastKey(set, offset);
    firstRank = Long.MAX_VALUE;
    for (int w = 0; w * Long.SIZE < least.length && firstKey < NOBODY; w++) {
      for (long bits = set[offset + w]; bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        WinnerTree contest = shape < least.length ? byShape[shape] : null;
        if (contest != null && least[shape] == firstKey && contest.firstRank() < firstRank) {
          first = contest.first();
          firstRank = contest.firstRank();
        }
      }
    }
  }

  /** Returns who was found, {@link KeyOrder#NONE} if nobody can use such an offer. */
  int first() {
    return first;
  }

  /** Returns the key of who was found, +∞ if nobody was. */
  double firstKey() {
    return firstKey;
  }

  /** Returns the rank of who was found. */
  long firstRank() {
    return firstRank;
  }
}
