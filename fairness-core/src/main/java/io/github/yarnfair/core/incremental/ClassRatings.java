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

import io.github.yarnfair.core.Growth;
import java.util.Arrays;

/**
 * What a queue that has leaves alone counts for by H-DRF's corrected rule. With f, the least key of
 * those that can use the offer, that is
 *
 * <pre>
 *   U(f) = Σ U_c · min(1, f/κ_c),   κ(f) = max_s U_s(f) / w_s
 * </pre>
 *
 * <p>where nothing but f depends on the offer, and κ grows with f. So an offer that several demand
 * classes fit is one that only that class of them fits for which f is least, and a rating for each
 * class is all there is. f is kept for every class; the rest for those that the parent {@linkplain
 * #rate asks for}. A change of a leaf moves these ratings by a difference, O(σ·m); those of the
 * classes for which f changes are added up afresh, and all of them after as many changes as there
 * are leaves (at least {@value #CHANGES_BETWEEN_SUMS}), so rounding does not pile up.
 */
final class ClassRatings {
  private static final double UNUSED = Double.NaN;
  private static final int CHANGES_BETWEEN_SUMS = 256;

  private final KeyOrder leaves;
  private final LeafChange change;
  private final int resources;

  /** By class: f, or {@link #UNUSED} if no leaf could use it. */
  private double[] least = {};

  /** By class, if it is rated: κ. */
  private double[] key = {};

  /** By class, if it is rated: U, m numbers. */
  private double[] usage = {};

  /** The classes that leaves could use, in the order of f. */
  private int[] order = {};

  private int count;

  /** The classes that are rated, but those for which f has changed since. */
  private final long[] rated;

  /** The classes whose ratings changed when the queue was last rated. */
  private final long[] moved;

  /** Whether the ratings have yet to follow the {@link #change}. */
  private boolean isBehind;

  private int changes;

  /** The queue's w. */
  final QueueWeights weights = new QueueWeights();

  /**
   * Creates ratings of a queue without leaves.
   *
   * @param leaves the queue's leaves, with sums of m numbers
   * @param resources m, the number of entries of a share
   * @param words how many words a class set takes
   * @param change of which leaf what has changed when the queue is told to {@link #update}
   */
  ClassRatings(KeyOrder leaves, int resources, int words, LeafChange change) {
    this.leaves = leaves;
    this.resources = resources;
    this.change = change;
    rated = new long[words];
    moved = new long[words];
  }

  /** Returns a bound above every class that leaves could use. */
  int bound() {
    return least.length;
  }

  /** Returns how many classes leaves could use. */
  int count() {
    return count;
  }

  /** Returns the class at an index of the order by f. */
  int inOrder(int index) {
    return order[index];
  }

  /** Returns whether a class's rating has changed when the queue was last rated. */
  boolean hasMoved(int demandClass) {
    return Bits.contains(moved, 0, demandClass);
  }

  /** Returns a word of the set of classes whose ratings changed when the queue was last rated. */
  long moved(int word) {
    return moved[word];
  }

  /**
   * Returns for which class of a set f is least, the set being of classes that leaves could use.
   */
  int first(long[] set, int offset) {
    int at = 0;
    while (!Bits.contains(set, offset, order[at])) {
      at++;
    }
    return order[at];
  }

  /** Returns κ, the queue's key for an offer that a class alone fits, if the class is rated. */
  double key(int demandClass) {
    return key[demandClass];
  }

  /** Reads U/κ of a class, m numbers; of a queue that holds nothing, 0. */
  void readDirection(int demandClass, double[] into) {
    double factor = key[demandClass] > 0 ? 1.0 / key[demandClass] : 0.0;
    for (int j = 0; j < resources; j++) {
      into[j] = usage[demandClass * resources + j] * factor;
    }
  }

  /**
   * Follows a leaf that holds or wants something else than before, as the {@link LeafChange} tells,
   * {@linkplain KeyOrder#put entered} as it is now.
   *
   * @param wanted the classes that it could use, now or before
   * @param below the classes that the queue's leaves could use, from an offset on
   */
  void update(long[] wanted, long[] below, int offset) {
    if (isBehind || ++changes > Math.max(CHANGES_BETWEEN_SUMS, leaves.size())) {
      recompute(below, offset);
      return;
    }
    for (int w = 0; w < moved.length; w++) {
      remove(w, wanted[w] & ~below[offset + w]);
      makeRoom(w, below[offset + w]);
      findLeast(w, wanted[w] & below[offset + w]);
    }
    isBehind = true;
  }

  /** Recomputes f for all classes that the queue's leaves could use, and rates none. */
  void recompute(long[] below, int offset) {
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
   * Rates the queue, by its {@link #weights}, for a class set, and for no others.
   *
   * @param classes of those that its leaves could use, from an offset on
   */
  void rate(long[] classes, int offset) {
    double cutDownAlike = isBehind ? change.follow() : Double.POSITIVE_INFINITY;
    for (int w = 0; w < moved.length; w++) {
      long asked = classes[offset + w];
      moved[w] = asked & ~rated[w];
      for (long bits = moved[w]; bits != 0; bits = Bits.rest(bits)) {
        rate(Bits.first(w, bits));
      }
      if (isBehind) {
        move(w, asked & rated[w], cutDownAlike);
      }
      rated[w] = asked;
    }
    isBehind = false;
  }

  /** Rates the queue for one class more; returns whether it was not. */
  boolean rateAlso(int demandClass) {
    if (Bits.contains(rated, 0, demandClass)) {
      return false;
    }
    rate(demandClass);
    Bits.add(rated, 0, demandClass);
    return true;
  }

  private void rate(int demandClass) {
    int from = demandClass * resources;
    ShortVectors.clear(usage, from, resources);
    leaves.addCutDown(least[demandClass], usage, from);
    key[demandClass] = key(from, ShortVectors.max(usage, from, resources));
  }

  /** Moves ratings by what a leaf counts for now and no longer. */
  private void move(int word, long classes, double cutDownAlike) {
    double formerInverse = 1.0 / change.formerKey;
    double newInverse = 1.0 / change.key;
    for (long bits = classes; bits != 0; bits = Bits.rest(bits)) {
      int demandClass = Bits.first(word, bits);
      double bound = least[demandClass];
      if (bound >= cutDownAlike) {
        double formerFactor = change.formerKey > bound ? bound * formerInverse : 1.0;
        double newFactor = change.key > bound ? bound * newInverse : 1.0;
        int from = demandClass * resources;
        double largest =
            change.isWhole()
                ? ShortVectors.move(
                    usage, from, change.usage, newFactor, change.formerUsage, formerFactor)
                : moveSome(from, newFactor, formerFactor);
        key[demandClass] = key(from, largest);
        Bits.add(moved, 0, demandClass);
      }
    }
  }

  /** Moves the entries that the leaf holds, or held, something of. */
  private double moveSome(int from, double newFactor, double formerFactor) {
    for (int j = change.from(); j < change.to(); j++) {
      double more = usage[from + j] + change.usage[j] * newFactor;
      usage[from + j] = more - change.formerUsage[j] * formerFactor;
    }
    return ShortVectors.max(usage, from, resources);
  }

  /** Returns κ of the usage at an index, of which the largest number is known. */
  private double key(int from, double largest) {
    return weights.areOne() ? weights.inverse() * largest : weights.largestByWeight(usage, from);
  }

  /** Recomputes f for some classes. */
  private void findLeast(int word, long classes) {
    for (long bits = classes; bits != 0; bits = Bits.rest(bits)) {
      int demandClass = Bits.first(word, bits);
      double found = leaves.leastKey(demandClass);
      if (found != least[demandClass]) {
        Bits.remove(rated, 0, demandClass);
        int at = Double.isNaN(least[demandClass]) ? count++ : indexOf(demandClass);
        least[demandClass] = found;
        putInOrder(demandClass, at);
      }
    }
  }

  private void remove(int word, long classes) {
    for (long bits = classes; bits != 0; bits = Bits.rest(bits)) {
      int demandClass = Bits.first(word, bits);
      if (!Double.isNaN(least[demandClass])) {
        least[demandClass] = UNUSED;
        Bits.remove(rated, 0, demandClass);
        int at = indexOf(demandClass);
        count--;
        System.arraycopy(order, at + 1, order, at, count - at);
      }
    }
  }

  /** Moves a class that stands at an index of the order to where its f belongs. */
  private void putInOrder(int demandClass, int index) {
    double bound = least[demandClass];
    int at = index;
    for (; at > 0 && least[order[at - 1]] > bound; at--) {
      order[at] = order[at - 1];
    }
    for (; at + 1 < count && least[order[at + 1]] < bound; at++) {
      order[at] = order[at + 1];
    }
    order[at] = demandClass;
  }

  private int indexOf(int demandClass) {
    int at = 0;
    while (order[at] != demandClass) {
      at++;
    }
    return at;
  }

  private void makeRoom(int word, long classes) {
    int bound = classes == 0 ? 0 : (word + 1) * Long.SIZE - Long.numberOfLeadingZeros(classes);
    if (bound > least.length) {
      int length = Math.max(8, Integer.highestOneBit(bound - 1) * 2);
      least = Growth.extend(least, length, UNUSED);
      key = Arrays.copyOf(key, length);
      order = Arrays.copyOf(order, length);
      usage = Arrays.copyOf(usage, length * resources);
    }
  }
}
