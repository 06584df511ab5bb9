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
 * The children of a queue of queues that have leaves alone, as they stand in its {@linkplain
 * SetSums sums}. For a set of shapes a child counts as {@linkplain ShapeRatings rated} by that
 * shape of the set for which its least key is least; so when a child changes, all sets of the same
 * such shape move by the same difference: O(σ·m) for σ sets, in a few cache lines.
 */
final class RatedChildren {
  private static final long[] NONE = {};

  private final SetSums sums;
  private final ShapeContest contest;

  /** By entry. */
  private @Nullable ShapeRatings[] ratings = new ShapeRatings[0];

  /**
   * By page, entry and shape: the known sets for which this is the shape that the child is rated
   * by.
   */
  private final long[][] ratedBy = new long[KnownSets.PAGES][];

  /** By entry and shape, a row: U_c/κ_c, as it stands in the sums. */
  private double[] directions = {};

  /** So many shapes have room in what is kept by entry and shape. */
  private int shapes;

  private int bound;

  /** How many children stand here. */
  private int count;

  /** By page and shape: what is to stand in {@link #ratedBy} of the child at hand. */
  private final long[][] found = new long[KnownSets.PAGES][];

  /** The shapes that the child at hand is rated by for any set. */
  private final long[] asked;

  private final double[] direction;
  private final double[] difference;

  /**
   * Creates an empty collection.
   *
   * @param contest where they stand by those shapes that they are rated by
   * @param words the number of words of a set of shapes
   */
  RatedChildren(SetSums sums, ShapeContest contest, int words) {
    this.sums = sums;
    this.contest = contest;
    asked = new long[words];
    direction = new double[sums.stride];
    difference = new double[sums.stride];
    Arrays.setAll(ratedBy, page -> NONE);
    Arrays.setAll(found, page -> NONE);
  }

  /**
   * Enters a child, or follows it if it is rated otherwise than before or may use something else.
   *
   * @param weight the child's w
   * @param usable the shapes that it could use, from an offset on
   * @param served where the known sets are put of which it can use something, by page
   */
  void put(
      int entry,
      long rank,
      ShapeRatings child,
      double weight,
      long[] usable,
      int offset,
      long[] served) {
    makeRoom(entry, child.bound());
    count += ratings[entry] == null ? 1 : 0;
    ratings[entry] = child;
    Arrays.fill(asked, 0L);
    for (int page = 0; page < sums.pages; page++) {
      served[page] = findShapes(page, child, usable, offset);
    }
    child.settle(asked, 0, weight);
    for (int w = 0; w < asked.length; w++) {
      for (long bits = asked[w] | contest.standing(entry, w); bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        if (isConcerned(entry, shape, child.hasMoved(shape))) {
          child.readDirection(shape, direction);
          move(entry, shape);
        }
        forgetFound(shape);
      }
    }
    contest.enter(entry, rank, child, asked, 0);
  }

  private boolean isConcerned(int entry, int shape, boolean hasMoved) {
    for (int page = 0; page < sums.pages; page++) {
      long before = ratedBy[page][entry * shapes + shape];
      long now = found[page][shape];
      if (before != now || (now != 0 && hasMoved)) {
        return true;
      }
    }
    return false;
  }

  private void forgetFound(int shape) {
    for (int page = 0; page < sums.pages; page++) {
      found[page][shape] = 0;
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Forgets a child, if it stands here. */
  void remove(int entry) {
    if (entry < bound && ratings[entry] != null) {
      ratings[entry] = null;
      count--;
      for (int shape = 0; shape < shapes; shape++) {
        move(entry, shape);
      }
      contest.leave(entry);
    }
  }

  /** Forgets whatever stood for a set of this number. */
  void forget(int number) {
    long[] ofPage = ratedBy[number / Long.SIZE];
    for (int at = 0; at < ofPage.length; at++) {
      ofPage[at] &= ~(1L << number);
    }
  }

  /**
   * Adds a child, if it stands here, to the sum of a set that was not known.
   *
   * @param usable the shapes that it could use, from an offset on
   * @return whether it can use something of the set
   */
  boolean enter(int entry, int number, long[] usable, int offset) {
    ShapeRatings child = entry < bound ? ratings[entry] : null;
    if (child == null) {
      return false;
    }
    makeRoom(entry, shapes);
    long[] with = sums.setsWith[number / Long.SIZE];
    for (int i = 0; i < child.count(); i++) {
      int shape = child.inOrder(i);
      if (isIn(usable, offset, shape) && (with[shape] >>> number & 1) != 0) {
        int at = entry * shapes + shape;
        if (child.rateAlso(shape)) {
          contest.enterAlso(entry, shape, child.key(shape));
        }
        if (isUnused(at)) {
          child.readDirection(shape, direction);
          System.arraycopy(direction, 0, directions, at * sums.stride, sums.resources);
        }
        ratedBy[number / Long.SIZE][at] |= 1L << number;
        sums.add(number, directions, at * sums.stride);
        return true;
      }
    }
    return false;
  }

  /** Returns whether the child is rated by the shape for no known set. */
  private boolean isUnused(int at) {
    long any = 0;
    for (int page = 0; page < sums.pages; page++) {
      any |= ratedBy[page][at];
    }
    return any == 0;
  }

  /** Adds all children up afresh. */
  void addUp() {
    for (int page = 0; page < sums.pages; page++) {
      long[] ofPage = ratedBy[page];
      for (int at = 0; at < Math.min(ofPage.length, bound * shapes); at++) {
        sums.add(page, ofPage[at], directions, at * sums.stride);
      }
    }
  }

  /** Finds by which shape a child is rated for each of the known sets; returns for which by any. */
  private long findShapes(int page, ShapeRatings child, long[] usable, int offset) {
    long[] by = found[page];
    long[] with = sums.setsWith[page];
    long left = sums.known[page];
    for (int i = 0; i < child.count() && left != 0; i++) {
      int shape = child.inOrder(i);
      long those = left & with[shape];
      if (those != 0 && isIn(usable, offset, shape)) {
        by[shape] = those;
        left ^= those;
        asked[shape >> 6] |= 1L << shape;
      }
    }
    return sums.known[page] & ~left;
  }

  private static boolean isIn(long[] set, int offset, int shape) {
    return (set[offset + (shape >> 6)] >>> shape & 1) != 0;
  }

  /** Lets a child be rated by a shape, in the {@link #direction} it has now, as was found. */
  private void move(int entry, int shape) {
    int at = entry * shapes + shape;
    int from = at * sums.stride;
    for (int j = 0; j < sums.resources; j++) {
      difference[j] = direction[j] - directions[from + j];
    }
    for (int page = 0; page < sums.pages; page++) {
      long before = ratedBy[page][at];
      long now = found[page][shape];
      sums.add(page, before & now, difference, 0);
      if (before != now) {
        sums.subtract(page, before & ~now, directions, from);
        sums.add(page, now & ~before, direction, 0);
        ratedBy[page][at] = now;
      }
    }
    System.arraycopy(direction, 0, directions, from, sums.resources);
  }

  private void makeRoom(int entry, int shapesNeeded) {
    if (shapesNeeded > shapes) {
      widen(Math.max(8, Integer.highestOneBit(shapesNeeded - 1) * 2));
    }
    bound = Math.max(bound, entry + 1);
    if (bound > ratings.length) {
      int length = Math.max(4, 2 * bound);
      ratings = Arrays.copyOf(ratings, length);
      directions = Arrays.copyOf(directions, length * shapes * sums.stride);
    }
    for (int page = 0; page < sums.pages; page++) {
      if (ratedBy[page].length < ratings.length * shapes) {
        ratedBy[page] = Arrays.copyOf(ratedBy[page], ratings.length * shapes);
      }
      if (found[page].length < shapes) {
        found[page] = new long[shapes];
      }
    }
  }

  private void widen(int width) {
    for (int page = 0; page < sums.pages; page++) {
      long[] wider = new long[ratings.length * width];
      for (int at = 0; at < ratedBy[page].length; at += shapes) {
        System.arraycopy(ratedBy[page], at, wider, at / shapes * width, shapes);
      }
      ratedBy[page] = wider;
    }
    double[] widerDirections = new double[ratings.length * width * sums.stride];
    for (int entry = 0; entry < bound; entry++) {
      System.arraycopy(
          directions,
          entry * shapes * sums.stride,
          widerDirections,
          entry * width * sums.stride,
          shapes * sums.stride);
    }
    directions = widerDirections;
    shapes = width;
  }
}
