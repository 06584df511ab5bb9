// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.QueueWeights;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import io.github.yarnfair.core.incremental.pool.LeafPool;
import io.github.yarnfair.core.incremental.pool.LeafPools;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/**
 * Usage of a leaf queue by H-DRF's rule over its {@linkplain LeafPools pools}. With f, the least
 * level of those that can use the offer, that is
 *
 * <pre>
 *   U(f) = Σ U_p · min(1, A_p(f)/S_p),   κ(f) = max_s U_s(f) / w_s
 * </pre>
 *
 * <p>where nothing but f depends on the offer, and κ grows with f. A pool's level is at least that
 * of one of its tasks that fit. So an offer that several demand classes fit is one that only that
 * class of them fits for which f is least, and a rating for each class is all there is. After a
 * change of a leaf f is computed for every class, O(c); the rest for those that the parent
 * {@linkplain #rate asks for}, once for each distinct f: O(m·p) for p pools, and O(log n) for each
 * pool above f.
 */
final class ClassUsage {
  /** Relative tolerance for rounding of κ and U. */
  private static final double ROUNDING = 0x1p-48;

  private final ClassKinds kinds;
  private final LeafPools pools;
  private final int resources;

  /** By class: f. */
  private double[] least = {};

  /** By class, if it was rated: κ. */
  private double[] key = {};

  /** By class, if it was rated: U, m numbers. */
  private double[] usage = {};

  /** The classes that leaves could use, in the order of f. */
  private int[] order = {};

  private int count;

  /** The classes that leaves could use. */
  private final long[] known;

  /** The classes whose ratings are as the leaves stand. */
  private final long[] rated;

  /** The classes that were rated at some time since they could last be used. */
  private final long[] valid;

  /** The classes whose ratings changed when the queue was last rated. */
  private final long[] moved;

  private final double[] scratch;

  /** The queue's w. */
  final QueueWeights weights = new QueueWeights();

  /**
   * Creates the usage of a queue without leaves.
   *
   * @param resources m, the number of entries of a share
   * @param words how many words a class set takes
   */
  ClassUsage(ClassKinds kinds, LeafPools pools, int resources, int words) {
    this.kinds = kinds;
    this.pools = pools;
    this.resources = resources;
    known = new long[words];
    rated = new long[words];
    valid = new long[words];
    moved = new long[words];
    scratch = new double[resources];
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

  /** Returns whether f is as small for a class as for any of a set, but for rounding. */
  boolean isFirst(int demandClass, long[] set, int offset) {
    return KindPolicy.isLeast(least[demandClass], least[first(set, offset)]);
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
   * Follows leaves that hold or want something else than before.
   *
   * @param isAlone whether this is a leaf beside queues, which counts for all that it holds
   * @param below the classes that the queue's leaves could use, from an offset on
   */
  void update(boolean isAlone, long[] below, int offset) {
    Arrays.fill(rated, 0L);
    keepInOrder(below, offset);
    for (int i = 0; i < count; i++) {
      least[order[i]] = isAlone ? Double.POSITIVE_INFINITY : level(order[i]);
    }
    sort();
  }

  /** Returns f for a class: the level of its pool, at least that of one of its tasks. */
  private double level(int demandClass) {
    int kind = kinds.kind(demandClass);
    LeafPool pool = kind == TaskKinds.NONE ? null : pools.pool(kind);
    return pool == null || pool.isEmpty()
        ? Double.POSITIVE_INFINITY
        : Math.max(pool.level(), pool.levelOfOneTask(kinds.together(demandClass)));
  }

  /** Keeps the former order of the classes that there still are, and adds the others. */
  private void keepInOrder(long[] below, int offset) {
    boolean isSame = Arrays.equals(known, 0, known.length, below, offset, offset + known.length);
    if (isSame) {
      return;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (Bits.contains(below, offset, order[i])) {
        order[kept++] = order[i];
      }
    }
    count = kept;
    for (int w = 0; w < known.length; w++) {
      makeRoom(w, below[offset + w]);
      for (long bits = below[offset + w] & ~known[w]; bits != 0; bits = Bits.rest(bits)) {
        order[count++] = Bits.first(w, bits);
      }
      known[w] = below[offset + w];
      valid[w] &= known[w];
    }
  }

  private void sort() {
    for (int i = 1; i < count; i++) {
      int demandClass = order[i];
      double bound = least[demandClass];
      int at = i;
      for (; at > 0 && least[order[at - 1]] > bound; at--) {
        order[at] = order[at - 1];
      }
      order[at] = demandClass;
    }
  }

  /**
   * Rates the queue, by its {@link #weights}, for a class set.
   *
   * @param classes of those that its leaves could use, from an offset on
   */
  void rate(long[] classes, int offset) {
    Arrays.fill(moved, 0L);
    int former = -1;
    for (int i = 0; i < count; i++) {
      int demandClass = order[i];
      if (Bits.contains(classes, offset, demandClass) && !Bits.contains(rated, 0, demandClass)) {
        rate(demandClass, former);
        former = demandClass;
      }
    }
  }

  /** Rates the queue for one class more; returns whether it was not. */
  boolean rateAlso(int demandClass) {
    if (Bits.contains(rated, 0, demandClass)) {
      return false;
    }
    rate(demandClass, -1);
    return true;
  }

  /**
   * Rates the queue for a class.
   *
   * @param other a class for which it has just been rated, perhaps by the same f, or -1
   */
  private void rate(int demandClass, int other) {
    double newKey;
    if (other >= 0 && least[other] == least[demandClass]) {
      System.arraycopy(usage, other * resources, scratch, 0, resources);
      newKey = key[other];
    } else {
      ShortVectors.clear(scratch, 0, resources);
      pools.attribute(least[demandClass], scratch, 0);
      newKey = key();
    }
    int from = demandClass * resources;
    if (!Bits.contains(valid, 0, demandClass) || isOther(newKey, demandClass)) {
      key[demandClass] = newKey;
      System.arraycopy(scratch, 0, usage, from, resources);
      Bits.add(moved, 0, demandClass);
    }
    Bits.add(rated, 0, demandClass);
    Bits.add(valid, 0, demandClass);
  }

  /**
   * Returns whether the rating at hand differs from that of a class by more than rounding. A pool
   * above f counts for A(f), however much it holds.
   */
  private boolean isOther(double newKey, int demandClass) {
    double tolerance = ROUNDING * newKey;
    boolean isOther = !(Math.abs(newKey - key[demandClass]) <= tolerance);
    double ofUsage = ROUNDING * ShortVectors.max(scratch, 0, resources);
    for (int j = 0; j < resources; j++) {
      isOther |= !(Math.abs(scratch[j] - usage[demandClass * resources + j]) <= ofUsage);
    }
    return isOther;
  }

  /** Returns κ of the usage at hand. */
  private double key() {
    return weights.areOne()
        ? weights.inverse() * ShortVectors.max(scratch, 0, resources)
        : weights.largestByWeight(scratch, 0);
  }

  private void makeRoom(int word, long classes) {
    int bound = classes == 0 ? 0 : (word + 1) * Long.SIZE - Long.numberOfLeadingZeros(classes);
    if (bound > least.length) {
      int length = Math.max(8, Integer.highestOneBit(bound - 1) * 2);
      least = Growth.extend(least, length, 0.0);
      key = Arrays.copyOf(key, length);
      order = Arrays.copyOf(order, length);
      usage = Arrays.copyOf(usage, length * resources);
    }
  }
}
