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
 * shape is all there is. f is kept for every shape; the rest for those that the parent {@linkplain
 * #settle asks for}. A change of a leaf moves these ratings by a difference, O(σ·m); those of the
 * shapes for which f changes are added up afresh, and all of them after as many changes as there
 * are leaves (at least {@value #CHANGES_BETWEEN_SUMS}), so rounding does not pile up.
 */
final class ShapeRatings {
  private static final double UNUSED = Double.NaN;
  private static final int CHANGES_BETWEEN_SUMS = 256;

  private final KeyOrder leaves;
  private final LeafChange change;
  private final int resources;

  /** By shape: f, or {@link #UNUSED} if no leaf could use it. */
  private double[] least = {};

  /** By shape, if it is rated: κ. */
  private double[] key = {};

  /** By shape, if it is rated: U, m numbers. */
  private double[] usage = {};

  /** The shapes that leaves could use, in the order of f. */
  private int[] order = {};

  private int count;

  /** The shapes that are rated, but those for which f has changed since. */
  private final long[] rated;

  /** The shapes whose ratings have changed as they were last settled. */
  private final long[] moved;

  /** Whether the ratings have yet to follow the {@link #change}. */
  private boolean isBehind;

  private int changes;
  private double scale;

  /**
   * Creates ratings of a queue without leaves.
   *
   * @param leaves the queue's leaves, with sums of m resources
   * @param words how many words a set of shapes takes
   * @param change of which leaf what has changed when the queue is told to {@link #follow}
   */
  ShapeRatings(KeyOrder leaves, int resources, int words, LeafChange change) {
    this.leaves = leaves;
    this.resources = resources;
    this.change = change;
    rated = new long[words];
    moved = new long[words];
  }

  /** Returns a bound above every shape that leaves could use. */
  int bound() {
    return least.length;
  }

  /** Returns how many shapes leaves could use. */
  int count() {
    return count;
  }

  /** Returns the shape for which f is less than for all but so many others. */
  int inOrder(int index) {
    return order[index];
  }

  /** Returns whether a shape's rating has changed as it was last settled. */
  boolean hasMoved(int shape) {
    return (moved[shape >> 6] >>> shape & 1) != 0;
  }

  /** Returns a word of the set of shapes whose ratings have changed as they were last settled. */
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

  /** Returns κ, the queue's key for an offer that a shape alone fits, if the shape is rated. */
  double key(int shape) {
    return key[shape];
  }

  /** Returns U of all shapes, m numbers for each, those of no use that are not rated. */
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
   * Follows a leaf that holds or wants something else than before, as the {@link LeafChange} tells,
   * {@linkplain KeyOrder#put entered} as it is now.
   *
   * @param wanted the shapes that it could use, now or before
   * @param below the shapes that the queue's leaves could use, from an offset on
   */
  void follow(long[] wanted, long[] below, int offset) {
    if (isBehind || ++changes > Math.max(CHANGES_BETWEEN_SUMS, leaves.size())) {
      restart(below, offset);
      return;
    }
    for (int w = 0; w < moved.length; w++) {
      forget(w, wanted[w] & ~below[offset + w]);
      makeRoom(w, below[offset + w]);
      findLeast(w, wanted[w] & below[offset + w]);
    }
    isBehind = true;
  }

  /** Finds f anew for all shapes, those that the queue's leaves could use, and rates none. */
  void restart(long[] below, int offset) {
    changes = 0;
    count = 0;
    isBehind = false;
    Arrays.fill(least, UNUSED);
    Arrays.fill(rated, 0L);
    for (int w = 0; w < moved.length; w++) {
      makeRoom(w, below[offset + w]);
      findLeast(w, below[offset + w]);
    }
  }

  /**
   * Rates the queue for a set of shapes, and for no others.
   *
   * @param shapes of those that its leaves could use, from an offset on
   * @param weight the queue's w
   */
  void settle(long[] shapes, int offset, double weight) {
    scale = 1.0 / weight;
    double cutDownAlike = isBehind ? change.cutDownAlike() : Double.POSITIVE_INFINITY;
    for (int w = 0; w < moved.length; w++) {
      long asked = shapes[offset + w];
      moved[w] = asked & ~rated[w];
      for (long bits = moved[w]; bits != 0; bits &= bits - 1) {
        rate(w * Long.SIZE + Long.numberOfTrailingZeros(bits));
      }
      if (isBehind) {
        move(w, asked & rated[w], cutDownAlike);
      }
      rated[w] = asked;
    }
    isBehind = false;
  }

  /** Rates the queue, settled, for one shape more; returns whether it was not. */
  boolean rateAlso(int shape) {
    if ((rated[shape >> 6] >>> shape & 1) != 0) {
      return false;
    }
    rate(shape);
    rated[shape >> 6] |= 1L << shape;
    return true;
  }

  private void rate(int shape) {
    int from = shape * resources;
    ShortVectors.clear(usage, from, resources);
    leaves.addCutDown(least[shape], usage, from);
    key[shape] = scale * ShortVectors.max(usage, from, resources);
  }

  /** Moves ratings by what a leaf counts for now and no longer. */
  private void move(int word, long shapes, double cutDownAlike) {
    double formerInverse = 1.0 / change.formerKey;
    double newInverse = 1.0 / change.key;
    for (long bits = shapes; bits != 0; bits &= bits - 1) {
      int shape = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      double bound = least[shape];
      if (bound >= cutDownAlike) {
        double formerFactor = change.formerKey > bound ? bound * formerInverse : 1.0;
        double newFactor = change.key > bound ? bound * newInverse : 1.0;
        int from = shape * resources;
        double share =
            ShortVectors.move(
                usage, from, change.usage, newFactor, change.formerUsage, formerFactor);
        key[shape] = scale * share;
        moved[word] |= 1L << shape;
      }
    }
  }

  /** Finds f anew for some shapes. */
  private void findLeast(int word, long shapes) {
    for (long bits = shapes; bits != 0; bits &= bits - 1) {
      int shape = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      double found = leaves.leastKey(shape);
      if (found != least[shape]) {
        rated[word] &= ~(1L << shape);
        int at = Double.isNaN(least[shape]) ? count++ : indexOf(shape);
        least[shape] = found;
        putInOrder(shape, at);
      }
    }
  }

  private void forget(int word, long shapes) {
    for (long bits = shapes; bits != 0; bits &= bits - 1) {
      int shape = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      if (!Double.isNaN(least[shape])) {
        least[shape] = UNUSED;
        rated[word] &= ~(1L << shape);
        int at = indexOf(shape);
        count--;
        System.arraycopy(order, at + 1, order, at, count - at);
      }
    }
  }

  /** Moves a shape that stands at an index of the order to where its f belongs. */
  private void putInOrder(int shape, int index) {
    double bound = least[shape];
    int at = index;
    for (; at > 0 && least[order[at - 1]] > bound; at--) {
      order[at] = order[at - 1];
    }
    for (; at + 1 < count && least[order[at + 1]] < bound; at++) {
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

  private void makeRoom(int word, long shapes) {
    int bound = shapes == 0 ? 0 : (word + 1) * Long.SIZE - Long.numberOfLeadingZeros(shapes);
    if (bound > least.length) {
      int former = least.length;
      int length = Math.max(8, Integer.highestOneBit(bound - 1) * 2);
      least = Arrays.copyOf(least, length);
      Arrays.fill(least, former, length, UNUSED);
      key = Arrays.copyOf(key, length);
      order = Arrays.copyOf(order, length);
      usage = Arrays.copyOf(usage, length * resources);
    }
  }
}
