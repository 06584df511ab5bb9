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
 * The children of a queue that has {@linkplain ShapeRatings rated} queues alone, added up for each
 * set of shapes that offers fit. No child that can use an offer has a key below f, the least of
 * them, so what the queue counts for by H-DRF's corrected rule is
 *
 * <pre>
 *   U = f · Σ_{c can use it} U_c/κ_c + Σ_{c cannot} U_c · min(1, f/κ_c)
 * </pre>
 *
 * <p>The first sum is kept for every set at once. U_c/κ_c is that of the shape of the set for which
 * the child's least key is least, so when a child changes, all sets of the same such shape move by
 * the same difference: O(σ·m) for σ sets, in a few cache lines. Sums are added up afresh after as
 * many changes as there are children (at least {@value #CHANGES_BETWEEN_SUMS}), so rounding does
 * not pile up.
 */
final class RatedQueues {
  /** Of fewer, views that are caught up with when they are needed cost less. */
  static final int FEWEST = 6;

  /** Those that cannot use an offer are looked through, so there must not be too many. */
  static final int MOST = 96;

  private static final int CHANGES_BETWEEN_SUMS = 256;

  private final int resources;
  private final int words;
  private final KnownSets sets;

  /** By shape: the known sets that it is in, a bit for each. */
  private long[] setsWith = {};

  /** By resource and set: Σ U_c/κ_c over those that can use such an offer. */
  private double[] sums = {};

  /** By set: how many can use such an offer. */
  private int[] users = {};

  private int count;

  /** By entry. */
  private @Nullable ShapeRatings[] ratings = new ShapeRatings[0];

  /** By entry: the shapes that it could use, in words of bits. */
  private long[] usable = {};

  /** By entry: κ and then U, m numbers, of what it counts for if it is blocked. */
  private double[] unscaled = {};

  /** By entry: the known sets that it can use something of. */
  private long[] served = {};

  /** By entry and shape: the known sets for which this is the shape that the child is rated by. */
  private long[] ratedBy = {};

  /** By entry and shape: U_c/κ_c, m numbers, as it stands in the sums. */
  private double[] directions = {};

  /** So many shapes have room in what is kept by entry and shape. */
  private int shapes;

  private int bound;
  private long known;
  private int changes;
  private long[] found = {};
  private final double[] direction;
  private final double[] difference;

  /** Creates an empty collection for m resources and sets of so many words. */
  RatedQueues(int resources, int words) {
    this.resources = resources;
    this.words = words;
    sets = new KnownSets(words);
    direction = new double[resources];
    difference = new double[resources];
  }

  /**
   * Enters a child, or follows it if it is rated otherwise than before, holds or may use something
   * else.
   *
   * @param key κ of the usage
   * @param usage U, m numbers, of what it counts for if it is blocked
   * @param shapesUsable the shapes that it could use, from an offset on
   */
  void put(
      int entry,
      ShapeRatings childRatings,
      double key,
      double[] usage,
      long[] shapesUsable,
      int offset) {
    makeRoom(entry, childRatings.bound());
    count += ratings[entry] == null ? 1 : 0;
    ratings[entry] = childRatings;
    System.arraycopy(shapesUsable, offset, usable, entry * words, words);
    int row = entry * (1 + resources);
    unscaled[row] = key;
    System.arraycopy(usage, 0, unscaled, row + 1, resources);
    findShapes(entry, childRatings);
    for (int shape = 0; shape < shapes; shape++) {
      long before = ratedBy[entry * shapes + shape];
      long now = found[shape];
      if (before != now || (now != 0 && childRatings.hasMoved(shape))) {
        childRatings.readDirection(shape, direction);
        move(entry * shapes + shape, before, now);
      }
    }
    if (++changes > Math.max(CHANGES_BETWEEN_SUMS, bound)) {
      addUpAfresh();
    }
  }

  /** Forgets a child; its entry may be given out again. */
  void remove(int entry) {
    if (entry >= bound) {
      return;
    }
    for (int at = entry * shapes; at < (entry + 1) * shapes; at++) {
      move(at, ratedBy[at], 0L);
    }
    count -= ratings[entry] == null ? 0 : 1;
    ratings[entry] = null;
    serve(entry, 0L);
    Arrays.fill(usable, entry * words, (entry + 1) * words, 0L);
    Arrays.fill(unscaled, entry * (1 + resources), (entry + 1) * (1 + resources), 0.0);
  }

  /**
   * Works out what the queue counts for.
   *
   * @param set the shapes that fit and the queue could use, from an offset on; some child can
   * @param least f
   * @param into where m numbers are put
   */
  void read(long[] set, int offset, double least, double[] into) {
    int number = sets.number(set, offset);
    if (sets.isNew()) {
      enter(number, set, offset);
    }
    for (int j = 0; j < resources; j++) {
      into[j] = least * sums[j * KnownSets.MOST + number];
    }
    for (int entry = 0; users[number] < count && entry < bound; entry++) {
      if ((served[entry] >>> number & 1) == 0) {
        int row = entry * (1 + resources);
        double factor = unscaled[row] > least ? least / unscaled[row] : 1.0;
        for (int j = 0; j < resources; j++) {
          into[j] += unscaled[row + 1 + j] * factor;
        }
      }
    }
  }

  /** Finds by which shape a child is rated for each of the known sets. */
  private void findShapes(int entry, ShapeRatings childRatings) {
    Arrays.fill(found, 0, shapes, 0L);
    long left = known;
    for (int i = 0; i < childRatings.count() && left != 0; i++) {
      int shape = childRatings.inOrder(i);
      if (isUsable(entry, shape)) {
        found[shape] = left & setsWith[shape];
        left ^= found[shape];
      }
    }
    serve(entry, known & ~left);
  }

  private void serve(int entry, long now) {
    for (long bits = served[entry] ^ now; bits != 0; bits &= bits - 1) {
      int set = Long.numberOfTrailingZeros(bits);
      users[set] += (now >>> set & 1) != 0 ? 1 : -1;
    }
    served[entry] = now;
  }

  private boolean isUsable(int entry, int shape) {
    return (usable[entry * words + (shape >> 6)] >>> shape & 1) != 0;
  }

  /** Lets a child be rated by a shape, in the {@link #direction} it has now, for other sets. */
  private void move(int at, long before, long now) {
    int from = at * resources;
    for (int j = 0; j < resources; j++) {
      difference[j] = direction[j] - directions[from + j];
    }
    add(before & now, difference, 0);
    if (before != now) {
      for (int j = 0; j < resources; j++) {
        difference[j] = -directions[from + j];
      }
      add(before & ~now, difference, 0);
      add(now & ~before, direction, 0);
      ratedBy[at] = now;
    }
    System.arraycopy(direction, 0, directions, from, resources);
  }

  /** Adds m numbers to the sums of some sets. */
  private void add(long toSets, double[] what, int offset) {
    for (int j = 0; j < resources; j++) {
      double part = what[offset + j];
      int row = j * KnownSets.MOST;
      for (long bits = part == 0.0 ? 0L : toSets; bits != 0; bits &= bits - 1) {
        sums[row + Long.numberOfTrailingZeros(bits)] += part;
      }
    }
  }

  private void addUpAfresh() {
    changes = 0;
    Arrays.fill(sums, 0.0);
    for (int at = 0; at < bound * shapes; at++) {
      add(ratedBy[at], directions, at * resources);
    }
  }

  /** Adds the children up for a set that was not known, or by another number. */
  private void enter(int number, long[] set, int offset) {
    long bit = 1L << number;
    known |= bit;
    if (setsWith.length == 0) {
      setsWith = new long[words * Long.SIZE];
      sums = new double[resources * KnownSets.MOST];
      users = new int[KnownSets.MOST];
    }
    users[number] = 0;
    for (int j = 0; j < resources; j++) {
      sums[j * KnownSets.MOST + number] = 0.0;
    }
    for (int shape = 0; shape < setsWith.length; shape++) {
      boolean isIn = (set[offset + (shape >> 6)] >>> shape & 1) != 0;
      setsWith[shape] = isIn ? setsWith[shape] | bit : setsWith[shape] & ~bit;
    }
    for (int at = 0; at < bound * shapes; at++) {
      ratedBy[at] &= ~bit;
    }
    for (int entry = 0; entry < bound; entry++) {
      served[entry] &= ~bit;
      ShapeRatings childRatings = ratings[entry];
      if (childRatings != null) {
        enter(entry, childRatings, bit);
      }
    }
  }

  private void enter(int entry, ShapeRatings childRatings, long bit) {
    for (int i = 0; i < childRatings.count(); i++) {
      int shape = childRatings.inOrder(i);
      if (isUsable(entry, shape) && (setsWith[shape] & bit) != 0) {
        int at = entry * shapes + shape;
        childRatings.readDirection(shape, direction);
        move(at, ratedBy[at], ratedBy[at] | bit);
        serve(entry, served[entry] | bit);
        return;
      }
    }
  }

  private void makeRoom(int entry, int shapesNeeded) {
    if (shapesNeeded > shapes) {
      widen(Math.max(8, Integer.highestOneBit(shapesNeeded - 1) * 2));
    }
    if (entry >= bound) {
      bound = entry + 1;
    }
    if (bound > ratings.length) {
      int length = Math.max(4, 2 * bound);
      ratings = Arrays.copyOf(ratings, length);
      usable = Arrays.copyOf(usable, length * words);
      unscaled = Arrays.copyOf(unscaled, length * (1 + resources));
      served = Arrays.copyOf(served, length);
      ratedBy = Arrays.copyOf(ratedBy, length * shapes);
      directions = Arrays.copyOf(directions, length * shapes * resources);
    }
  }

  private void widen(int width) {
    long[] widerRatedBy = new long[ratings.length * width];
    double[] widerDirections = new double[ratings.length * width * resources];
    for (int entry = 0; entry < bound; entry++) {
      System.arraycopy(ratedBy, entry * shapes, widerRatedBy, entry * width, shapes);
      System.arraycopy(
          directions,
          entry * shapes * resources,
          widerDirections,
          entry * width * resources,
          shapes * resources);
    }
    ratedBy = widerRatedBy;
    directions = widerDirections;
    found = new long[width];
    shapes = width;
  }
}
