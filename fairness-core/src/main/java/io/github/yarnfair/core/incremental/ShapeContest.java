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
   * Enters or changes a queue by its ratings.
   *
   * @param usable the shapes that it could use, from an offset on
   */
  void enter(int entry, long rank, ShapeRatings ratings, long[] usable, int offset) {
    makeRoom(entry);
    for (int w = 0; w < words; w++) {
      leave(entry, w, ~usable[offset + w]);
      standing[entry * words + w] = usable[offset + w];
      for (long bits = usable[offset + w]; bits != 0; bits &= bits - 1) {
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
    if (shape >= byShape.length) {
      byShape = Arrays.copyOf(byShape, Math.max(8, Integer.highestOneBit(shape) * 2));
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
  }

  /** Returns the least key that a queue has if a shape alone fits, +∞ if none could use it. */
  double leastKey(int shape) {
    WinnerTree contest = shape < byShape.length ? byShape[shape] : null;
    return contest == null ? NOBODY : contest.firstKey();
  }

  /** Finds who has the least key for any shape of a set, of equals the one of least rank. */
  void find(long[] set, int offset) {
    first = KeyOrder.NONE;
    firstKey = NOBODY;
    firstRank = Long.MAX_VALUE;
    for (int w = 0; w * Long.SIZE < byShape.length; w++) {
      for (long bits = set[offset + w]; bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        WinnerTree contest = shape < byShape.length ? byShape[shape] : null;
        if (contest != null
            && (contest.firstKey() < firstKey
                || (contest.firstKey() == firstKey && contest.firstRank() < firstRank))) {
          first = contest.first();
          firstKey = contest.firstKey();
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
