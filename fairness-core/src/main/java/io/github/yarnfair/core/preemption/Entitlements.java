// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.ideal.HierarchicalGuarantee;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * What each node of a share tree is due, by entry of a share, called resource here: its ideal usage
 * I, and what it is <em>entitled</em> to, E = min(I, guarantee). Both without the {@linkplain
 * FixedUsage excess that nothing takes} from others. I is at most what is held and asked for.
 *
 * <p>Dominant shares would not do. A queue with all GPUs and all CPUs, entitled to all GPUs and
 * half of the CPUs, is at its ideal dominant share of 1, and still holds CPUs of others.
 *
 * <p>Where weights have {@linkplain ShareTree#setBalance balances}, both are computed by the
 * configured weights and by those with balances: a node gains up to the lesser of the two and loses
 * down to the greater, so that no task ends for the past alone. What proves that preemption ends is
 * by the configured weights, which no balance changes (decision 118).
 */
final class Entitlements {
  /** Rounding of the fluid allocation, as part of the cluster. */
  private static final double TOLERANCE = 1e-9;

  private final ShareTree tree;
  private final ShareSpace space;
  private final int resources;

  /** By configured weights. */
  private final double[] ideal;

  private final double[] entitled;

  /** Up to which nodes gain: the lesser of both, and down to which they lose: the greater. */
  private final double[] leastIdeal;

  private final double[] leastEntitled;
  private final double[] mostIdeal;
  private final double[] mostEntitled;
  private final double[] firstUsage;
  private final boolean[] exceeds;
  private final boolean[] exceedsEntitled;
  private final int[] exceedingChildren;
  private final int[] childrenAboveEntitled;

  /**
   * @param tree the tree as it is; later changes count for everything but which nodes exceed
   * @param fixed what cannot be taken from the nodes
   * @param ignoredExcess see {@link PreemptionRules}
   */
  Entitlements(ShareTree tree, FixedUsage fixed, double ignoredExcess) {
    this.tree = tree;
    space = tree.space();
    resources = space.shares();
    int bound = tree.handleBound();
    ideal = new double[bound * resources];
    entitled = new double[bound * resources];
    firstUsage = new double[bound * resources];
    exceeds = new boolean[bound * resources];
    exceedsEntitled = new boolean[bound * resources];
    exceedingChildren = new int[bound * resources];
    childrenAboveEntitled = new int[bound];
    boolean hasBalances = hasBalances(ShareTree.ROOT);
    divide(fixed, hasBalances ? tree.copyWithoutBalances() : tree, ideal, entitled);
    if (hasBalances) {
      double[] otherIdeal = new double[ideal.length];
      double[] otherEntitled = new double[ideal.length];
      divide(fixed, tree, otherIdeal, otherEntitled);
      leastIdeal = merge(ideal, otherIdeal, Math::min);
      leastEntitled = merge(entitled, otherEntitled, Math::min);
      mostIdeal = merge(ideal, otherIdeal, Math::max);
      mostEntitled = merge(entitled, otherEntitled, Math::max);
    } else {
      leastIdeal = ideal;
      leastEntitled = entitled;
      mostIdeal = ideal;
      mostEntitled = entitled;
    }
    read(ignoredExcess);
  }

  private boolean hasBalances(int queue) {
    boolean isAny = tree.hasBalance(queue);
    for (int c = tree.firstChild(queue); c != ShareTree.NONE && !isAny; c = tree.nextSibling(c)) {
      isAny = !tree.isLeaf(c) && hasBalances(c);
    }
    return isAny;
  }

  private static double[] merge(double[] one, double[] other, DoubleBinaryOperator by) {
    double[] merged = new double[one.length];
    Arrays.setAll(merged, i -> by.applyAsDouble(one[i], other[i]));
    return merged;
  }

  private void divide(FixedUsage fixed, ShareTree by, double[] ideal, double[] entitled) {
    IdealShare shares = IdealShare.of(by);
    HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
    guarantee.compute(by);
    for (int n = 0; n < tree.handleBound(); n++) {
      double[] usage = tree.contains(n) ? shares.usage(n) : new double[resources];
      for (int j = 0; j < resources && tree.contains(n); j++) {
        ideal[n * resources + j] = usage[j];
        entitled[n * resources + j] =
            guarantee.of(n, space.weightOf(j)) * (double) tree.shareCapacity(j);
      }
    }
    fixed.takeOut(ideal);
    fixed.takeOut(entitled);
    Arrays.setAll(entitled, i -> Math.min(entitled[i], ideal[i]));
  }

  private void read(double ignoredExcess) {
    for (int n = 1; n < tree.handleBound(); n++) {
      if (!tree.contains(n)) {
        continue;
      }
      boolean isAbove = false;
      for (int j = 0; j < resources; j++) {
        int at = n * resources + j;
        firstUsage[at] = (double) tree.shareUsage(n, j);
        isAbove |= excessOfEntitled(n, j) > tolerance(j);
        exceedsEntitled[at] =
            firstUsage[at] > mostEntitled[at] * (1 + ignoredExcess) + tolerance(j);
        exceeds[at] = excess(n, j) > tolerance(j) && exceedsEntitled[at];
        exceedingChildren[tree.parent(n) * resources + j] += exceeds[at] ? 1 : 0;
      }
      childrenAboveEntitled[tree.parent(n)] += isAbove ? 1 : 0;
    }
  }

  /** Returns by how much a node's usage exceeds its ideal usage, negative if it is below. */
  private double excess(int node, int resource) {
    return tree.shareUsage(node, resource) - mostIdeal[node * resources + resource];
  }

  /** Returns by how much a node's usage exceeds what it is entitled to, negative if below. */
  private double excessOfEntitled(int node, int resource) {
    return tree.shareUsage(node, resource) - mostEntitled[node * resources + resource];
  }

  /** Returns how much a node may gain of its ideal usage, negative if it has more. */
  private double lack(int node, int resource) {
    return leastIdeal[node * resources + resource] - tree.shareUsage(node, resource);
  }

  /** Returns by how much a node's usage exceeded its ideal usage at the beginning. */
  double firstExcess(int node, int resource) {
    return firstUsage[node * resources + resource] - mostIdeal[node * resources + resource];
  }

  /** Returns by how much a node's usage exceeded what it is entitled to at the beginning. */
  double firstExcessOfEntitled(int node, int resource) {
    return firstUsage[node * resources + resource] - mostEntitled[node * resources + resource];
  }

  double entitled(int node, int resource) {
    return entitled[node * resources + resource];
  }

  double ideal(int node, int resource) {
    return ideal[node * resources + resource];
  }

  /** Returns whether a node exceeded its ideal usage by more than is ignored, at the beginning. */
  boolean exceeds(int node, int resource) {
    return exceeds[node * resources + resource];
  }

  /**
   * Returns whether a node may lose a task to one that is below what it is entitled to: of some
   * resource that the task would free it has more than that, and either it exceeded it by more than
   * is ignored, or by a smaller part than the other one lacks.
   *
   * @param atFirst whether what it held at the beginning counts, not what it is left with
   */
  boolean mayServe(int node, long[] task, boolean[] lacking, double shortfall, boolean atFirst) {
    for (int j = 0; j < resources; j++) {
      double excess = atFirst ? firstExcessOfEntitled(node, j) : excessOfEntitled(node, j);
      if (lacking[j] && space.shareAmount(task, j) > 0 && excess > tolerance(j)) {
        boolean isSmaller = excess < shortfall * mostEntitled[node * resources + j] - tolerance(j);
        if (isSmaller || exceedsEntitled[node * resources + j]) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns whether a node without a task would lack less than a given part of its entitlement, or
   * of its ideal usage, of each resource.
   */
  boolean lacksLessWithout(int node, long[] task, double part, boolean ofIdeal) {
    for (int j = 0; j < resources; j++) {
      long amount = space.shareAmount(task, j);
      double due = (ofIdeal ? mostIdeal : mostEntitled)[node * resources + j];
      double lack = due - (double) tree.shareUsage(node, j) + amount;
      if (amount > 0 && lack > tolerance(j) && lack >= part * due - tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a node with one more task has no more than it is entitled to of something. */
  boolean staysEntitled(int node, long[] task) {
    for (int j = 0; j < resources; j++) {
      long amount = space.shareAmount(task, j);
      double left = leastEntitled[node * resources + j] - tree.shareUsage(node, j);
      if (amount > 0 && amount - left <= tolerance(j)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a node without a task keeps what it is entitled to of each resource. */
  boolean keepsEntitled(int node, long[] task) {
    for (int j = 0; j < resources; j++) {
      long amount = space.shareAmount(task, j);
      if (amount > 0 && excessOfEntitled(node, j) - amount < -tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node has more than it is entitled to of some resource that a task would free.
   *
   * @param atFirst whether what it held at the beginning counts
   */
  boolean isAboveEntitled(int node, long[] task, boolean[] lacking, boolean atFirst) {
    for (int j = 0; j < resources; j++) {
      boolean frees = lacking[j] && space.shareAmount(task, j) > 0;
      double excess = atFirst ? firstExcessOfEntitled(node, j) : excessOfEntitled(node, j);
      if (frees && excess > tolerance(j)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the part of its entitlement that a node lacks, the largest over the resources that a
   * task holds; 0 if it lacks none.
   */
  double shortfall(int node, long[] task) {
    return shortfall(node, task, false);
  }

  /** Returns the same of its entitlement, or of its ideal usage. */
  double shortfall(int node, long[] task, boolean ofIdeal) {
    double shortfall = 0;
    for (int j = 0; j < resources; j++) {
      double due = (ofIdeal ? leastIdeal : leastEntitled)[node * resources + j];
      double lack = due - (double) tree.shareUsage(node, j);
      if (space.shareAmount(task, j) > 0 && lack > tolerance(j)) {
        shortfall = Math.max(shortfall, lack / due);
      }
    }
    return shortfall;
  }

  /** Returns whether a node with one more task stays within its ideal usage of these resources. */
  boolean mayGain(int node, long[] task, boolean[] lacking) {
    for (int j = 0; j < resources; j++) {
      long amount = space.shareAmount(task, j);
      if (lacking[j] && amount > 0 && amount - lack(node, j) > tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node is within its ideal usage of each resource that a task holds.
   *
   * @param further amounts that the node holds and that do not count
   */
  boolean isWithinIdeal(int node, long[] task, long[] further) {
    for (int j = 0; j < resources; j++) {
      boolean holds = space.shareAmount(task, j) > 0;
      if (holds && -lack(node, j) - space.shareAmount(further, j) > tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a node without a task keeps its ideal usage of these resources. */
  boolean keepsIdeal(int node, long[] task, boolean[] concerned) {
    for (int j = 0; j < resources; j++) {
      long amount = space.shareAmount(task, j);
      if (concerned[j] && amount > 0 && excess(node, j) - amount < -tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node has more than its ideal usage of each resource that a task would free.
   */
  boolean hasExcess(int node, long[] task, boolean[] lacking) {
    for (int j = 0; j < resources; j++) {
      boolean frees = lacking[j] && space.shareAmount(task, j) > 0;
      if (frees && excess(node, j) <= tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node had more than its ideal usage of some resource that a task would free.
   */
  boolean hadExcess(int node, long[] task, boolean[] lacking) {
    for (int j = 0; j < resources; j++) {
      boolean frees = lacking[j] && space.shareAmount(task, j) > 0;
      if (frees && firstExcess(node, j) > tolerance(j)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a node has less than half of its ideal usage of each resource it lacks. */
  boolean isFarBelow(int node, long[] task, boolean[] lacking) {
    for (int j = 0; j < resources; j++) {
      boolean lacks = lacking[j] && space.shareAmount(task, j) > 0;
      if (lacks && 2.0 * tree.shareUsage(node, j) >= leastIdeal[node * resources + j]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether some pending task of a leaf, confined to its machine class, could be served by
   * preemption: at some level, the node on the leaf's path lacks a resource of the task of which a
   * sibling holds too much.
   *
   * @param withinQueue whether the leaf's siblings may lose tasks to it
   */
  boolean mayBeServed(int leaf, boolean withinQueue) {
    Demand demand = tree.fixedDemand(leaf);
    for (int g = withinQueue ? leaf : tree.parent(leaf); g != ShareTree.ROOT; g = tree.parent(g)) {
      int common = tree.parent(g);
      for (int j = 0; j < resources; j++) {
        if (exceedingChildren[common * resources + j] > 0 && lacks(g, j, demand)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns whether, at some level, the node on a leaf's path is below what it is entitled to of
   * something that a task of the leaf holds, and a sibling was above at the beginning.
   *
   * @param withinQueue whether the leaf's siblings may lose tasks to it
   */
  boolean mayBeEntitled(int leaf, boolean withinQueue, long[] task) {
    for (int g = withinQueue ? leaf : tree.parent(leaf); g != ShareTree.ROOT; g = tree.parent(g)) {
      if (childrenAboveEntitled[tree.parent(g)] > 0 && shortfall(g, task) > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean lacks(int node, int resource, Demand demand) {
    for (int i = 0; i < demand.size(); i++) {
      long amount = space.shareAmount(demand, i, resource);
      if (amount > 0 && amount - lack(node, resource) <= tolerance(resource)) {
        return true;
      }
    }
    return false;
  }

  private double tolerance(int resource) {
    return TOLERANCE * tree.shareCapacity(resource);
  }
}
