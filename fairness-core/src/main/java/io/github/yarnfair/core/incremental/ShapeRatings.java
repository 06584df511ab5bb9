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
 * What a queue that has leaves alone counts for by H-DRF's corrected rule. With f, the least key of
 * those that can use the offer, that is
 *
 * <pre>
 *   U(f) = Σ U_c · min(1, f/κ_c),   κ(f) = max_j U_j(f) / w
 * </pre>
 *
 * <p>where nothing but f depends on the offer, and κ grows with f. So an offer that several demand
 * shapes fit is one that only that shape of them fits for which f is least, and a rating for each
 * shape is all there is. A change of a leaf moves every rating by a difference, O(σ·m); those of
 * the shapes for which f changes are added up afresh, and all of them after as many changes as
 * there are leaves (at least {@value #CHANGES_BETWEEN_SUMS}), so rounding does not pile up.
 */
final class ShapeRatings {
  private static final double UNRATED = Double.NaN;
  private static final int CHANGES_BETWEEN_SUMS = 256;

  /** So much, of what it is, may a leaf's U/κ differ by rounding alone. */
  private static final double ROUNDING = 0x1p-50;

  private final KeyOrder leaves;
  private final int resources;

  /** By shape: f, or {@link #UNRATED} if no leaf could use it. */
  private double[] least = {};

  /** By shape: κ. */
  private double[] key = {};

  /** By shape: U, m numbers. */
  private double[] usage = {};

  /** The shapes that are rated, in the order of f. */
  private int[] order = {};

  private int rated;

  /** The shapes whose ratings the last change has changed. */
  private final long[] moved;

  private int changes;

  /**
   * Creates ratings of a queue without leaves.
   *
   * @param leaves the queue's leaves, with sums of m resources
   * @param words how many words a set of shapes takes
   */
  ShapeRatings(KeyOrder leaves, int resources, int words) {
    this.leaves = leaves;
    this.resources = resources;
    moved = new long[words];
  }

  /** Returns a bound above every shape that is rated. */
  int bound() {
    return least.length;
  }

  /** Returns how many shapes are rated. */
  int count() {
    return rated;
  }

  /** Returns the shape for which f is less than for all but so many others. */
  int inOrder(int index) {
    return order[index];
  }

  /** Returns whether the last change has changed a shape's rating. */
  boolean hasMoved(int shape) {
    return (moved[shape >> 6] >>> shape & 1) != 0;
  }

  /** Returns a word of the set of shapes whose ratings the last change has changed. */
  long moved(int word) {
    return moved[word];
  }

  /** Returns for which shape of a set f is least, the set being of shapes that leaves could use. */
  int first(long[] set, int offset) {
    int at = 0;
    while ((set[offset + (order[at] >> 6)] >>> order[at] & 1) == 0) {
      at++;
    }
    return order[at];
  }

  /** Returns κ, the queue's key for an offer that a shape alone fits. */
  double key(int shape) {
    return key[shape];
  }

  /** Returns U of all shapes, m numbers for each. */
  double[] usage() {
    return usage;
  }

  /** Reads U/κ of a shape, m numbers; of a queue that holds nothing, 0. */
  void readDirection(int shape, double[] into) {
    double factor = key[shape] > 0 ? 1.0 / key[shape] : 0.0;
    for (int j = 0; j < resources; j++) {
      into[j] = usage[shape * resources + j] * factor;
    }
  }

  /**
   * Follows a leaf that holds or wants something else than before, {@linkplain KeyOrder#put
   * entered} as it is now.
   *
   * @param formerKey its former κ
   * @param formerUsage its former U, m numbers
   * @param newKey its present κ
   * @param newUsage its present U
   * @param wanted the shapes that it could use, now or before
   * @param below the shapes that the queue's leaves could use, from an offset on
   * @param weight the queue's w
   */
  void follow(
      double formerKey,
      double[] formerUsage,
      double newKey,
      double[] newUsage,
      long[] wanted,
      long[] below,
      int offset,
      double weight) {
    if (++changes > Math.max(CHANGES_BETWEEN_SUMS, leaves.size())) {
      rate(below, offset, weight);
      return;
    }
    double scale = 1.0 / weight;
    for (int w = 0; w < moved.length; w++) {
      forget(w, wanted[w] & ~below[offset + w]);
      makeRoom(w, below[offset + w]);
      moved[w] = findLeast(w, wanted[w] & below[offset + w], scale);
    }
    move(formerKey, formerUsage, newKey, newUsage, scale);
  }

  /**
   * Finds f anew for some shapes; rates those afresh for which it has changed, and returns them.
   */
  private long findLeast(int word, long shapes, double scale) {
    long changed = 0;
    for (long bits = shapes; bits != 0; bits &= bits - 1) {
      int shape = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      double found = leaves.leastKey(shape);
      if (found != least[shape]) {
        changed |= 1L << shape;
        int at = Double.isNaN(least[shape]) ? rated++ : indexOf(shape);
        least[shape] = found;
        putInOrder(shape, at);
        int from = shape * resources;
        ShortVectors.clear(usage, from, resources);
        leaves.addCutDown(found, usage, from);
        key[shape] = scale * ShortVectors.max(usage, from, resources);
      }
    }
    return changed;
  }

  /** Moves all other ratings by what a leaf counts for now and no longer. */
  private void move(
      double formerKey, double[] formerUsage, double newKey, double[] newUsage, double scale) {
    double cutDownAlike = cutDownAlike(formerKey, formerUsage, newKey, newUsage);
    double formerInverse = 1.0 / formerKey;
    double newInverse = 1.0 / newKey;
    // In the order of f, so that each of the comparisons changes its outcome once at most.
    for (int i = 0; i < rated; i++) {
      int shape = order[i];
      double bound = least[shape];
      if (bound >= cutDownAlike && !hasMoved(shape)) {
        double formerFactor = formerKey > bound ? bound * formerInverse : 1.0;
        double newFactor = newKey > bound ? bound * newInverse : 1.0;
        int from = shape * resources;
        double share =
            ShortVectors.move(usage, from, newUsage, newFactor, formerUsage, formerFactor);
        key[shape] = scale * share;
        moved[shape >> 6] |= 1L << shape;
      }
    }
  }

  private void forget(int word, long shapes) {
    for (long bits = shapes; bits != 0; bits &= bits - 1) {
      int shape = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      if (!Double.isNaN(least[shape])) {
        least[shape] = UNRATED;
        int at = indexOf(shape);
        rated--;
        System.arraycopy(order, at + 1, order, at, rated - at);
      }
    }
  }

  /** Rates the queue afresh for each of a set of shapes, those that its leaves could use. */
  void rate(long[] below, int offset, double weight) {
    changes = 0;
    rated = 0;
    Arrays.fill(least, UNRATED);
    Arrays.fill(moved, -1L);
    for (int w = 0; w < moved.length; w++) {
      makeRoom(w, below[offset + w]);
      findLeast(w, below[offset + w], 1.0 / weight);
    }
  }

  /** Moves a shape that stands at an index of the order to where its f belongs. */
  private void putInOrder(int shape, int index) {
    double bound = least[shape];
    int at = index;
    for (; at > 0 && least[order[at - 1]] > bound; at--) {
      order[at] = order[at - 1];
    }
    for (; at + 1 < rated && least[order[at + 1]] < bound; at++) {
      order[at] = order[at + 1];
    }
    order[at] = shape;
  }

  private int indexOf(int shape) {
    int at = 0;
    while (order[at] != shape) {
      at++;
    }
    return at;
  }

  /** Returns below which f a leaf counts for the same as before: it holds more or less alike. */
  private double cutDownAlike(
      double formerKey, double[] formerUsage, double newKey, double[] newUsage) {
    for (int j = 0; j < resources; j++) {
      double before = formerUsage[j] * newKey;
      double now = newUsage[j] * formerKey;
      if (Math.abs(before - now) > ROUNDING * before) {
        return 0.0;
      }
    }
    return Math.min(formerKey, newKey);
  }

  private void makeRoom(int word, long shapes) {
    int bound = shapes == 0 ? 0 : (word + 1) * Long.SIZE - Long.numberOfLeadingZeros(shapes);
    if (bound > least.length) {
      int former = least.length;
      int length = Math.max(8, Integer.highestOneBit(bound - 1) * 2);
      least = Arrays.copyOf(least, length);
      Arrays.fill(least, former, length, UNRATED);
      key = Arrays.copyOf(key, length);
      order = Arrays.copyOf(order, length);
      usage = Arrays.copyOf(usage, length * resources);
    }
  }
}
