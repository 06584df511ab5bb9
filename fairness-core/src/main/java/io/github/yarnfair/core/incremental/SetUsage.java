// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import io.github.yarnfair.core.incremental.set.BlockedChildren;
import io.github.yarnfair.core.incremental.set.KnownSets;
import io.github.yarnfair.core.incremental.set.RatedBySet;
import io.github.yarnfair.core.incremental.set.SetSums;
import io.github.yarnfair.core.incremental.set.SummedChildren;
import io.github.yarnfair.core.tree.IntList;
import java.util.Arrays;

/**
 * Usage of a queue of queues by H-DRF's corrected rule, for each class set that offers fit. No
 * child that can use an offer has a key below f, the least of them, so that is
 *
 * <pre>
 *   U = f · Σ_{c can use it} U_c/κ_c + Σ_{c cannot} U_c · min(1, f/κ_c),   κ = max_s U_s / w_s
 * </pre>
 *
 * <p>{@link SetSums} has Σ U_c/κ_c for every set at once. {@link RatedChildren} adds the children
 * that are queues of leaves, {@link SummedChildren} those that are queues of queues, {@link
 * BlockedChildren} those that cannot use an offer of the set. The parent is updated by how much U/κ
 * has moved for each set that this queue knows; so a change costs O(depth·σ·m) for σ sets, in
 * straight loops. Sums are added up afresh after as many changes as there are children (at least
 * {@value #CHANGES_BETWEEN_SUMS}), so rounding does not pile up.
 *
 * <p>To add the n children up for a set costs about as much as to follow n changes of theirs. So a
 * set that is not asked for during n to 2n changes is forgotten, and costs at most about twice what
 * it would if it were known when it is asked for again.
 */
public final class SetUsage extends RatedBySet {
  private static final int CHANGES_BETWEEN_SUMS = 256;
  private static final int LEAST_CHANGES_UNTIL_FORGOTTEN = 8;

  private final int words;
  private final SetSums sums;
  private final RatedChildren rated;
  private final SummedChildren summed;
  private final BlockedChildren blocked;

  /** The children that are queues of leaves, by keys of at least one task. */
  private final ClassContest levels;

  /** By entry: the level of one task. */
  private double[] oneTask = {};

  /** The children with a key below one task; U/κ of such that hold nothing may be of rounding. */
  private final IntList low = new IntList();

  private boolean[] isLow = {};
  private final double[] nothing;

  /** By entry: the classes that it could use, in words of bits. */
  private long[] usable = {};

  /** Scratch: the known sets for which the child at hand is not blocked, a word for each page. */
  private final long[] unblocked = new long[KnownSets.PAGES];

  private int bound;
  private int changes;
  private int changesSinceForgot;

  /** The sets that were asked for since the last look for those that were not. */
  private final long[] asked = new long[KnownSets.PAGES];

  private final Least found = new Least();
  private double lastShare;

  /** By set: the least level of those children that have leaves alone. */
  private double[] least = {};

  /** Scratch: a sum, corrected for the children that are blocked; a row. */
  private final double[] all;

  /**
   * Creates the usage of a queue without children.
   *
   * @param contest where the children with leaves alone stand by class
   * @param shift room for a row for each set, which all queues of a tree share
   */
  SetUsage(ClassContest contest, int resources, int words, double[] shift) {
    super(resources, words, shift);
    this.words = words;
    sums = new SetSums(resources, words);
    levels = new ClassContest(words);
    rated = new RatedChildren(sums, contest, levels, words);
    summed = new SummedChildren(sums, sets, words);
    blocked = new BlockedChildren(sums);
    nothing = new double[resources];
    all = new double[stride];
  }

  /**
   * Adds or updates a child that is a queue of leaves.
   *
   * @param levelOfOneTask at the child
   * @param fullKey κ of the usage
   * @param usage U, m numbers, of the usage for which it counts if it is blocked
   * @param classes the classes that it could use, from an offset on
   */
  void put(
      int entry,
      long tieBreak,
      ClassUsage child,
      double levelOfOneTask,
      double fullKey,
      double[] usage,
      long[] classes,
      int offset) {
    putUsable(entry, classes, offset);
    oneTask[entry] = levelOfOneTask;
    rated.put(entry, tieBreak, child, levelOfOneTask, classes, offset, unblocked);
    blocked.put(entry, fullKey, usage, unblocked);
    setLow(entry, fullKey > 0 && rated.leastKey(entry) < levelOfOneTask);
    changed();
  }

  /**
   * Enters a child that is rated by set, which has just been {@link #recompute}d, or follows it.
   */
  void put(
      int entry,
      RatedBySet child,
      double levelOfOneTask,
      double fullKey,
      double[] usage,
      long[] classes,
      int offset) {
    boolean isNew = !summed.contains(entry);
    boolean isOther = putUsable(entry, classes, offset) || isNew;
    blocked.readUnblocked(entry, unblocked);
    oneTask[entry] = levelOfOneTask;
    summed.put(entry, child, levelOfOneTask, classes, offset, unblocked, isOther);
    blocked.put(entry, fullKey, usage, unblocked);
    setLow(entry, isLowForSomeSet(entry));
    changed();
  }

  private boolean isLowForSomeSet(int entry) {
    boolean found = false;
    for (int page = 0; page < sums.pages && !found; page++) {
      for (long bits = unblocked[page]; bits != 0 && !found; bits = Bits.rest(bits)) {
        found = summed.key(entry, Bits.first(page, bits)) < oneTask[entry];
      }
    }
    return found;
  }

  private void setLow(int entry, boolean newlyLow) {
    if (newlyLow != isLow[entry]) {
      isLow[entry] = newlyLow;
      if (newlyLow) {
        low.add(entry);
      } else {
        low.removeValue(entry);
      }
    }
  }

  /** Removes a child; its entry may be given out again. */
  void remove(int entry) {
    if (entry < bound) {
      setLow(entry, false);
      summed.remove(entry);
      rated.remove(entry);
      Arrays.fill(unblocked, 0L);
      blocked.put(entry, 0.0, nothing, unblocked);
    }
  }

  @Override
  public int number(long[] set, int offset) {
    int number = sets.number(set, offset);
    Bits.add(asked, 0, number);
    if (sets.isNew()) {
      add(number, set, offset);
      recompute(number, leastLevel(number, set, offset));
    }
    return number;
  }

  @Override
  public int read(long[] set, int offset, int guess, double[] into) {
    int number = sets.number(set, offset, guess);
    Bits.add(asked, 0, number);
    if (sets.isNew()) {
      add(number, set, offset);
    }
    double f = leastLevel(number, set, offset);
    double[] sum = sums.sums;
    int at = number * stride;
    if (mayCountLess(f)) {
      correct(number, f);
      sum = all;
      at = 0;
    }
    for (int j = 0; j < resources; j++) {
      into[j] = f * sum[at + j];
    }
    lastShare = f * ShortVectors.max(sum, at, stride);
    return number;
  }

  @Override
  public double lastShare() {
    return lastShare;
  }

  /** Finds the child that is rated by set and has the least key for a set's offers. */
  Least first(long[] set, int offset, Entries entries) {
    found.clear();
    if (!summed.isEmpty()) {
      int number = number(set, offset);
      int first = summed.first(number, entries);
      if (first != Least.NONE) {
        found.moveTo(first, summed.leastKey(number), entries.tieBreak(first));
      }
    }
    return found;
  }

  @Override
  public void recompute() {
    findLeast();
    for (int page = 0; page < sums.pages; page++) {
      for (long bits = sums.known[page]; bits != 0; bits = Bits.rest(bits)) {
        int set = Bits.first(page, bits);
        double ofSummed = summed.leastLevel(set);
        recompute(set, ofSummed < least[set] ? ofSummed : least[set]);
      }
    }
  }

  private void recompute(int set, double f) {
    int row = set * stride;
    if (f == Double.POSITIVE_INFINITY) {
      // No child fits this set: the parent will release it.
      key[set] = f;
      ShortVectors.turn(directions, row, all, 0, 0.0, shift, stride);
    } else if (mayCountLess(f)) {
      correct(set, f);
      recompute(set, f, all, 0);
    } else {
      recompute(set, f, sums.sums, row);
    }
  }

  /** Computes what a queue counts for whose sum is f times a row. */
  private void recompute(int set, double f, double[] sum, int at) {
    double factor;
    if (weights.areOne()) {
      double share = ShortVectors.max(sum, at, stride);
      key[set] = f * share * weights.inverse();
      factor = share > 0 ? weights.one() / share : 0.0;
    } else {
      double share = weights.largestByWeight(sum, at);
      key[set] = f * share;
      factor = share > 0 ? 1.0 / share : 0.0;
    }
    ShortVectors.turn(directions, set * stride, sum, at, factor, shift, stride);
  }

  /** Returns whether some child may count for less than it does in the sums, if this is f. */
  private boolean mayCountLess(double f) {
    return low.size() > 0 || blocked.mayCountLess(f);
  }

  /** Finds for each known set the least level of those children that have leaves alone. */
  private void findLeast() {
    if (rated.isEmpty()) {
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      return;
    }
    int[] order = levels.sorted();
    for (int page = 0; page < sums.pages; page++) {
      long left = sums.known[page];
      for (int i = 0; i < order.length && left != 0; i++) {
        long with = sums.setsWith[page][order[i]];
        setLeast(page, left & with, levels.leastKey(order[i]));
        left &= ~with;
      }
      setLeast(page, left, Double.POSITIVE_INFINITY);
    }
  }

  private void setLeast(int page, long ofSets, double found) {
    for (long bits = ofSets; bits != 0; bits = Bits.rest(bits)) {
      least[Bits.first(page, bits)] = found;
    }
  }

  private double leastLevel(int number, long[] set, int offset) {
    double found = levels.leastKey(set, offset);
    return Math.min(found, summed.leastLevel(number));
  }

  /** Puts the sum of a known set into {@link #all}, corrected for the children that are below f. */
  private void correct(int set, double f) {
    ShortVectors.copy(sums.sums, set * stride, all, 0, stride);
    blocked.correct(set, f, all);
    for (int i = 0; i < low.size(); i++) {
      int entry = low.get(i);
      boolean isRated = rated.contains(entry);
      double key = isRated ? rated.key(entry, set) : summed.key(entry, set);
      if (key < f && isRated) {
        rated.addDirection(entry, set, key / f - 1.0, all);
      } else if (key < f) {
        summed.addDirection(entry, set, key / f - 1.0, all);
      }
    }
  }

  /** Notes the classes that a child could use; returns whether it could use others before. */
  private boolean putUsable(int entry, long[] classes, int offset) {
    makeRoom(entry);
    boolean isOther = false;
    for (int w = 0; w < words; w++) {
      isOther |= usable[entry * words + w] != classes[offset + w];
      usable[entry * words + w] = classes[offset + w];
    }
    return isOther;
  }

  private void changed() {
    if (blocked.isEmpty()) {
      sums.clear(); // what rounding left would count as a direction
    }
    if (++changes > Math.max(CHANGES_BETWEEN_SUMS, bound)) {
      changes = 0;
      sums.clear();
      rated.addUp();
      summed.addUp();
      blocked.addUp();
    }
    if (++changesSinceForgot > Math.max(LEAST_CHANGES_UNTIL_FORGOTTEN, bound)) {
      changesSinceForgot = 0;
      forgetUnasked();
    }
  }

  private void forgetUnasked() {
    for (int page = 0; page < sums.pages; page++) {
      long unasked = sums.known[page] & ~asked[page];
      asked[page] = 0;
      for (long bits = unasked; bits != 0; bits = Bits.rest(bits)) {
        int number = Bits.first(page, bits);
        if (!sets.isInUse(number)) {
          forget(number);
        }
      }
    }
  }

  private void forget(int number) {
    rated.removeSet(number);
    summed.removeSet(number);
    blocked.removeSet(number);
    sums.forget(number);
    sets.forget(number);
  }

  /** Adds the children up for a set that was not known, or by another number. */
  private void add(int number, long[] set, int offset) {
    rated.removeSet(number);
    summed.removeSet(number);
    sums.assign(number, set, offset);
    if (sums.bound() > key.length) {
      key = Arrays.copyOf(key, sums.bound());
      least = Arrays.copyOf(least, sums.bound());
      directions = Arrays.copyOf(directions, sums.bound() * stride);
    }
    for (int entry = 0; entry < bound; entry++) {
      boolean isUnblocked =
          rated.addSet(entry, number, usable, entry * words)
              || summed.addSet(entry, number, usable, entry * words);
      blocked.addSet(entry, number, !isUnblocked);
      if (isUnblocked) {
        double key = rated.contains(entry) ? rated.key(entry, number) : summed.key(entry, number);
        setLow(entry, isLow[entry] || key < oneTask[entry]);
      }
    }
  }

  private void makeRoom(int entry) {
    bound = Math.max(bound, entry + 1);
    if (bound * words > usable.length) {
      usable = Arrays.copyOf(usable, Math.max(4, 2 * bound) * words);
      oneTask = Arrays.copyOf(oneTask, Math.max(4, 2 * bound));
      isLow = Arrays.copyOf(isLow, Math.max(4, 2 * bound));
    }
  }
}
