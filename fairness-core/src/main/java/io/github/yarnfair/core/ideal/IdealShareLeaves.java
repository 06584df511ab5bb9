// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leaf children of one queue that still grow. All have the same key, the queue's level, so that
 * the phases of their plans end in the order of their last keys. As each phase of a leaf is slower
 * than the one before, a leaf's speed is a sum of amounts above 0, each lost at one of these keys;
 * what each remaining suffix of that order receives together is known beforehand, and the end of a
 * phase costs O(1). Suffixes are summed afresh when a plan is changed, hence nothing drifts and a
 * resource that no leaf grows in any more has a rate of exactly 0.
 *
 * <p>Leaves whose keys do not react at first receive that one after the other, before the level
 * rises.
 */
final class IdealShareLeaves {
  private static final Comparator<Phase> BY_END = Comparator.comparingDouble(Phase::endKey);

  private final int resources;

  /** Whether the leaves receive one after the other, each until it does not grow any more. */
  private final boolean inOrder;

  private final List<IdealShareLeaf> growing;

  /** In order, the leaves that grow; otherwise those among them whose keys do not react yet. */
  private final List<IdealShareLeaf> unresponsive;

  private int firstUnresponsive;

  /** The first {@link #count} are in force, in ascending order of their last keys. */
  private Phase[] phases = {};

  private int count;
  private int first;
  private double[] suffixRates;

  /** A phase of a leaf's plan. Objects are reused by the next arrangement. */
  private static final class Phase {
    IdealShareLeaf leaf;
    int index;
    double endKey;

    Phase(IdealShareLeaf leaf) {
      this.leaf = leaf;
    }

    double endKey() {
      return endKey;
    }

    boolean isLast() {
      return index == leaf.phases() - 1;
    }
  }

  /**
   * Plans the growth of leaves that have nothing.
   *
   * @param inOrder whether they receive one after the other, whatever their keys are
   */
  IdealShareLeaves(int resources, List<IdealShareLeaf> leaves, boolean inOrder) {
    this.resources = resources;
    this.inOrder = inOrder;
    growing = new ArrayList<>(leaves);
    unresponsive = inOrder ? growing : new ArrayList<>();
    suffixRates = new double[resources];
    boolean[] exhausted = new boolean[resources];
    growing.removeIf(leaf -> !leaf.plan(0.0, exhausted));
    arrange();
  }

  boolean isEmpty() {
    return first == count && unresponsive() == null;
  }

  /** Returns how fast the leaves' usage of a resource grows while their key grows at rate 1. */
  double rate(int resource) {
    return suffixRates[first * resources + resource];
  }

  /** Returns the key at which the next phase ends, +∞ if none will. */
  double nextKey() {
    return first < count ? phases[first].endKey : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the first leaf that receives something before its key reacts, in order the next one;
   * null if there is none.
   */
  @Nullable IdealShareLeaf unresponsive() {
    return firstUnresponsive < unresponsive.size() ? unresponsive.get(firstUnresponsive) : null;
  }

  /** Returns the progress of the {@link #unresponsive} leaf until another one is. */
  double untilNext() {
    IdealShareLeaf leaf = unresponsive();
    if (leaf == null) {
      return Double.POSITIVE_INFINITY;
    }
    return inOrder ? leaf.untilEnd() : leaf.untilItReacts();
  }

  /** Ends the phases whose last key is at most the given one; leaves may become satisfied. */
  void settle(double key, boolean[] exhausted) {
    if (inOrder) {
      proceed(key, exhausted);
      return;
    }
    boolean isChanged;
    do {
      isChanged = false;
      for (IdealShareLeaf leaf = unresponsive(); leaf != null && !leaf.isUnresponsive(); ) {
        isChanged |= leaf.phases() == 0 && planRest(leaf, key, exhausted);
        firstUnresponsive++;
        leaf = unresponsive();
      }
      for (; nextKey() <= key; first++) {
        isChanged |= phases[first].isLast() && planRest(phases[first].leaf, key, exhausted);
      }
      if (isChanged) {
        arrange();
      }
    } while (isChanged);
  }

  /** Turns to the next leaf when one is at its end. */
  private void proceed(double key, boolean[] exhausted) {
    for (IdealShareLeaf leaf = unresponsive(); leaf != null && leaf.untilEnd() == 0; ) {
      if (!planRest(leaf, key, exhausted)) {
        firstUnresponsive++;
      }
      leaf = unresponsive();
    }
  }

  /** Stops the demand classes that need a resource, now that it is exhausted. */
  void block(int resource, double key, boolean[] exhausted) {
    growing.removeIf(leaf -> !growsOn(leaf, resource, key, exhausted));
    arrange();
  }

  private boolean growsOn(IdealShareLeaf leaf, int resource, double key, boolean[] exhausted) {
    if (leaf.isAtEnd()) {
      return false;
    }
    if (leaf.growth(resource) == 0) {
      return true;
    }
    if (!inOrder) {
      leaf.proceedToKey(key);
    }
    return leaf.plan(key, exhausted);
  }

  /** Plans on from the end of a plan, which may have been the leaf's own limit. */
  private static boolean planRest(IdealShareLeaf leaf, double key, boolean[] exhausted) {
    leaf.proceedToEnd();
    return leaf.plan(key, exhausted);
  }

  private void arrange() {
    firstUnresponsive = 0;
    if (inOrder) {
      return;
    }
    unresponsive.clear();
    count = 0;
    first = 0;
    for (IdealShareLeaf leaf : growing) {
      if (leaf.isUnresponsive()) {
        unresponsive.add(leaf);
      }
      for (int i = 0; i < leaf.phases(); i++) {
        addPhase(leaf, i);
      }
    }
    Arrays.sort(phases, 0, count, BY_END);
    sumSuffixRates();
  }

  private void addPhase(IdealShareLeaf leaf, int index) {
    if (count == phases.length) {
      phases = Arrays.copyOf(phases, Math.max(growing.size(), 2 * count));
    }
    if (phases[count] == null) {
      phases[count] = new Phase(leaf);
    }
    Phase phase = phases[count++];
    phase.leaf = leaf;
    phase.index = index;
    phase.endKey = leaf.endKey(index);
  }

  private void sumSuffixRates() {
    if (suffixRates.length < (count + 1) * resources) {
      suffixRates = new double[(count + 1) * resources];
    }
    Arrays.fill(suffixRates, count * resources, (count + 1) * resources, 0.0);
    for (int i = count - 1; i >= 0; i--) {
      double slowdown = phases[i].leaf.slowdown(phases[i].index);
      for (int j = 0; j < resources; j++) {
        suffixRates[i * resources + j] =
            suffixRates[(i + 1) * resources + j] + slowdown * phases[i].leaf.growth(j);
      }
    }
  }
}
