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
 * each of the shapes that fit: by shape, who has the least. Few stand in a column for each shape,
 * which is looked through when who had the least has fallen back; more play a {@linkplain
 * WinnerTree tournament} for each shape.
 */
final class ShapeContest {
  private static final double NOBODY = Double.POSITIVE_INFINITY;
  private static final double UNKNOWN = Double.NaN;
  private static final int MOST_LOOKED_THROUGH = 32;

  /** By shape: the least key, +∞ if nobody stands there, {@link #UNKNOWN} if it is to be found. */
  private double[] least = {};

  /** Of few, by shape: whose the least key is, if it is known. */
  private int[] leader = {};

  /** Of few, by shape and entry: the key, +∞ if it does not stand there. */
  private double[] keys = {};

  /** Of few, by shape and entry: the rank. */
  private long[] keyRanks = {};

  /** So many entries have room in each column, and so many have been seen. */
  private int room = 2;

  private int bound;

  /** Of many, by shape. */
  private @Nullable WinnerTree @Nullable [] tournaments;

  /** All shapes, in the order of their least keys when last {@link #sorted}. */
  private int[] order = {};

  /** The shapes for which somebody stands here, or did when it was last found who leads. */
  private final long[] used;

  /** By queue: the shapes for which it stands here, as {@link #enter}ed. */
  private long[] standing = {};

  /** By queue: its rank, as entered. */
  private long[] ranks = {};

  private final int words;
  private int first;
  private int firstShape;
  private double firstKey;
  private long firstRank;

  /** Creates a contest of nobody, for sets of so many words. */
  ShapeContest(int words) {
    this.words = words;
    used = new long[words];
  }

  /**
   * Enters a queue by its ratings for some shapes, or follows it where they have moved or are
   * others.
   *
   * @param shapes those that it has just been {@linkplain ShapeRatings#settle settled} for, from an
   *     offset on
   */
  void enter(int entry, long rank, ShapeRatings ratings, long[] shapes, int offset) {
    makeRoom(entry);
    ranks[entry] = rank;
    for (int w = 0; w < words; w++) {
      long asked = shapes[offset + w];
      long former = standing[entry * words + w];
      standing[entry * words + w] = asked;
      leave(entry, w, former & ~asked);
      for (long bits = asked & (ratings.moved(w) | ~former); bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        put(entry, shape, ratings.key(shape), rank);
      }
    }
  }

  /** Lets a queue stand for one shape more. */
  void enterAlso(int entry, int shape, double key) {
    standing[entry * words + (shape >> 6)] |= 1L << shape;
    put(entry, shape, key, ranks[entry]);
  }

  /** Returns a word of the set of shapes for which a queue stands here. */
  long standing(int entry, int word) {
    makeRoom(entry);
    return standing[entry * words + word];
  }

  /** Forgets a queue; its entry may be given out again. */
  void leave(int entry) {
    makeRoom(entry);
    for (int w = 0; w < words; w++) {
      leave(entry, w, standing[entry * words + w]);
      standing[entry * words + w] = 0;
    }
  }

  private void leave(int entry, int word, long shapes) {
    for (long bits = shapes; bits != 0; bits &= bits - 1) {
      put(entry, word * Long.SIZE + Long.numberOfTrailingZeros(bits), NOBODY, 0);
    }
  }

  private void makeRoom(int entry) {
    if (entry >= ranks.length) {
      int length = Math.max(entry + 1, 2 * ranks.length);
      standing = Arrays.copyOf(standing, length * words);
      ranks = Arrays.copyOf(ranks, length);
    }
  }

  /**
   * Enters the key that a queue has if a shape alone fits; +∞ for never.
   *
   * @param rank the same as long as it stands there
   */
  void put(int entry, int shape, double key, long rank) {
    if (shape >= least.length) {
      addShapes(shape);
    }
    if (tournaments == null && entry >= bound) {
      addEntries(entry);
    }
    if (tournaments != null) {
      putAmongMany(tournaments, entry, shape, key, rank);
      return;
    }
    int at = shape * room + entry;
    double former = keys[at];
    if (key == former) {
      return;
    }
    keys[at] = key;
    if (former == NOBODY) {
      keyRanks[at] = rank;
      used[shape >> 6] |= 1L << shape;
    }
    if (key < least[shape]
        || (key == least[shape] && key < NOBODY && isBefore(at, shape * room + leader[shape]))) {
      least[shape] = key;
      leader[shape] = entry;
    } else if (entry == leader[shape]) {
      least[shape] = UNKNOWN;
    }
  }

  private void putAmongMany(
      @Nullable WinnerTree[] byShape, int entry, int shape, double key, long rank) {
    WinnerTree tournament = byShape[shape];
    if (tournament == null) {
      tournament = new WinnerTree();
      byShape[shape] = tournament;
    }
    tournament.put(entry, key, rank);
    least[shape] = tournament.firstKey();
    long bit = 1L << shape;
    used[shape >> 6] = least[shape] < NOBODY ? used[shape >> 6] | bit : used[shape >> 6] & ~bit;
  }

  private boolean isBefore(int at, int other) {
    return keyRanks[at] < keyRanks[other];
  }

  /** Returns the least key that a queue has if a shape alone fits, +∞ if none could use it. */
  double leastKey(int shape) {
    if (shape >= least.length) {
      return NOBODY;
    }
    if (Double.isNaN(least[shape])) {
      lookThrough(shape);
    }
    return least[shape];
  }

  private void lookThrough(int shape) {
    int from = shape * room;
    int found = from;
    for (int at = from + 1; at < from + bound; at++) {
      if (keys[at] < keys[found] || (keys[at] == keys[found] && isBefore(at, found))) {
        found = at;
      }
    }
    least[shape] = keys[found];
    leader[shape] = found - from;
    if (least[shape] == NOBODY) {
      used[shape >> 6] &= ~(1L << shape);
    }
  }

  private void addShapes(int shape) {
    int former = least.length;
    int length = Math.max(8, Integer.highestOneBit(shape) * 2);
    least = Arrays.copyOf(least, length);
    Arrays.fill(least, former, length, NOBODY);
    leader = Arrays.copyOf(leader, length);
    order = Arrays.copyOf(order, length);
    Arrays.setAll(order, i -> i);
    if (tournaments != null) {
      tournaments = Arrays.copyOf(tournaments, length);
    } else {
      keys = Arrays.copyOf(keys, length * room);
      Arrays.fill(keys, former * room, length * room, NOBODY);
      keyRanks = Arrays.copyOf(keyRanks, length * room);
    }
  }

  private void addEntries(int entry) {
    bound = entry + 1;
    if (bound > MOST_LOOKED_THROUGH) {
      handOver();
    } else if (bound > room) {
      int wider = Math.min(Math.max(bound, room + room / 2), MOST_LOOKED_THROUGH);
      double[] widerKeys = new double[least.length * wider];
      Arrays.fill(widerKeys, NOBODY);
      long[] widerRanks = new long[least.length * wider];
      for (int shape = 0; shape < least.length; shape++) {
        System.arraycopy(keys, shape * room, widerKeys, shape * wider, room);
        System.arraycopy(keyRanks, shape * room, widerRanks, shape * wider, room);
      }
      keys = widerKeys;
      keyRanks = widerRanks;
      room = wider;
    }
  }

  private void handOver() {
    @Nullable WinnerTree[] byShape = new WinnerTree[least.length];
    Arrays.fill(least, NOBODY);
    Arrays.fill(used, 0L);
    for (int at = 0; at < keys.length; at++) {
      if (keys[at] < NOBODY) {
        putAmongMany(byShape, at % room, at / room, keys[at], keyRanks[at]);
      }
    }
    tournaments = byShape;
    keys = new double[0];
    keyRanks = new long[0];
  }

  /** Returns the least key that a queue has if all shapes of a set fit, +∞ if none can use any. */
  double leastKey(long[] set, int offset) {
    double found = NOBODY;
    for (int w = 0; w * Long.SIZE < least.length; w++) {
      for (long bits = set[offset + w] & used[w]; bits != 0; bits &= bits - 1) {
        double key = leastKey(w * Long.SIZE + Long.numberOfTrailingZeros(bits));
        found = key < found ? key : found;
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
      for (long bits = set[offset + w] & used[w]; bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        if (least[shape] == firstKey) {
          compare(shape);
        }
      }
    }
  }

  /** Compares who has the least key for a shape with who was found for another. */
  private void compare(int shape) {
    WinnerTree tournament = tournaments == null ? null : tournaments[shape];
    long rank =
        tournament == null ? keyRanks[shape * room + leader[shape]] : tournament.firstRank();
    if (rank < firstRank) {
      first = tournament == null ? leader[shape] : tournament.first();
      firstShape = shape;
      firstRank = rank;
    }
  }

  /** Returns who was found, {@link KeyOrder#NONE} if nobody can use such an offer. */
  int first() {
    return first;
  }

  /** Returns a shape by which it was found. */
  int firstShape() {
    return firstShape;
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
