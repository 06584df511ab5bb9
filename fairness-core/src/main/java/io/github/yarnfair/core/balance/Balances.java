// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.tree.ChangedNodes;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The balances of the queues of a share tree: the usage of each above its configured part of its
 * parent's usage, decayed, for each entry of a share; and the weights that follow from them.
 *
 * <p>What queues hold is integrated exactly from each charge and release. Every epoch E,
 *
 * <pre>
 *   D ← 2^(−E/h) · D + K · (I − φ · I_parent)
 * </pre>
 *
 * <p>with I the integral over the epoch, φ the part by the configured weights of all siblings, idle
 * ones too, and K 0 where they do not {@linkplain Contention compete} for the resource, if the
 * rules say so, else 1. So the balances of siblings add up to 0. Then {@link WeightFactors} apply
 * where one has moved by more than 0.02.
 *
 * <p>Users that are levels of the tree are queues here, with a {@linkplain #name name}. Queues with
 * applications beside queues below them have no memory. The time is an argument of the constructor,
 * in milliseconds; not thread-safe.
 */
public final class Balances implements TreeListener {
  private static final double LEAST_CHANGE = 0.02;

  private final ShareTree tree;
  private final BalanceRules rules;
  private final HeldTime held;
  private final Contention contention;
  private final WeightFactors factors;
  private final BalanceBook book;

  /** Queues whose children's factors do not fit their weights any more. */
  private final ChangedNodes unsettled = new ChangedNodes();

  /** L, the number of levels of queues below the root. */
  private int levels;

  private boolean isApplying;

  /**
   * Follows a tree from now on, with all balances 0.
   *
   * @param time the present, in milliseconds
   */
  public Balances(ShareTree tree, BalanceRules rules, LongSupplier time) {
    this.tree = tree;
    this.rules = rules;
    held = new HeldTime(tree, time);
    contention = new Contention(tree);
    factors = new WeightFactors(tree, rules);
    book = new BalanceBook(tree, factors);
    levels = levelsBelow(ROOT);
    reattach();
  }

  /** Listens to the tree again after all its listeners were removed. */
  public void reattach() {
    tree.removeListener(this);
    book.sums().clear();
    tree.addListener(this);
  }

  /** Follows the tree no longer; all weights are as configured. */
  public void end() {
    tree.removeListener(this);
    forget(ROOT);
  }

  private void forget(int queue) {
    double[] ones = new double[tree.space().weights()];
    Arrays.fill(ones, 1.0);
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (!tree.isLeaf(c)) {
        if (tree.hasBalance(c)) {
          tree.setBalance(c, ones);
        }
        forget(c);
      }
    }
  }

  /** Returns by what rules the past counts. */
  public BalanceRules rules() {
    return rules;
  }

  /** Returns the balances. */
  public BalanceBook book() {
    return book;
  }

  /** Returns α, the least factor of a weight: the L-th root of the floor. */
  public double leastFactor() {
    return Math.pow(rules.floor(), 1.0 / Math.max(1, levels));
  }

  /** Ends an epoch, of whatever length, and lets the balances count in the weights. */
  public void endEpoch() {
    long elapsed = held.elapsed();
    if (elapsed > 0) {
      held.integrate(ROOT);
      contention.read();
      charge(ROOT, rules.kept(elapsed));
      held.begin();
      book.forgetDeparted();
    }
    apply();
  }

  private void charge(int parent, double kept) {
    Siblings siblings = new Siblings(tree, parent);
    book.decay(parent, siblings, kept);
    if (siblings.haveMemory()) {
      for (int s = 0; s < tree.space().shares(); s++) {
        if (!rules.onlyContended() || contention.isAmong(siblings, s)) {
          book.charge(parent, siblings, s, held);
        }
      }
    }
    for (int i = 0; i < siblings.count(); i++) {
      charge(siblings.get(i), kept);
    }
  }

  // ---------------------------------------------------------------------------------- weights

  /** Computes all factors again: the balances, or the number of levels, may have changed. */
  public void apply() {
    int before = levels;
    levels = levelsBelow(ROOT);
    double[] whole = new double[tree.space().weights()];
    Arrays.fill(whole, 1.0);
    apply(ROOT, whole, levels != before, true);
    unsettled.clear();
  }

  /**
   * Computes the factors again that do not fit the weights any more, after queues were removed or
   * weights were configured. To be called then.
   */
  public void settle() {
    if (unsettled.contains(ROOT)) {
      apply();
    }
    while (unsettled.count() > 0) {
      int parent = unsettled.get(0);
      if (tree.contains(parent) && !tree.isLeaf(parent)) {
        apply(parent, book.parts(parent), true, false);
      }
      unsettled.remove(parent);
    }
  }

  private int levelsBelow(int queue) {
    int most = 0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (!tree.isLeaf(c)) {
        most = Math.max(most, 1 + levelsBelow(c));
      }
    }
    return most;
  }

  private void apply(int parent, double[] parts, boolean all, boolean below) {
    Siblings siblings = new Siblings(tree, parent);
    if (siblings.count() == 0) {
      return;
    }
    double[][] byClass = new double[parts.length][];
    double moved = 0.0;
    for (int w = 0; w < parts.length; w++) {
      byClass[w] = factors(siblings, w, parts[w]);
      for (int i = 0; i < byClass[w].length; i++) {
        double former = tree.balanceAt(siblings.get(i), w);
        moved = Math.max(moved, Math.abs(byClass[w][i] - former));
      }
    }
    if (moved > LEAST_CHANGE || ((all || unsettled.contains(parent)) && moved > 0.0)) {
      set(siblings, byClass);
    }
    for (int i = 0; i < siblings.count() && below; i++) {
      double[] own = new double[parts.length];
      for (int w = 0; w < own.length; w++) {
        own[w] = parts[w] * siblings.part(i, w);
      }
      apply(siblings.get(i), own, all, true);
    }
  }

  private double[] factors(Siblings siblings, int weightIndex, double parentPart) {
    if (siblings.haveMemory()) {
      return factors.of(siblings, weightIndex, book.byNode(), parentPart, leastFactor());
    }
    double[] ones = new double[siblings.count()];
    Arrays.fill(ones, 1.0);
    return ones;
  }

  private void set(Siblings siblings, double[][] byClass) {
    isApplying = true;
    double[] own = new double[byClass.length];
    for (int i = 0; i < siblings.count(); i++) {
      boolean changes = false;
      for (int w = 0; w < own.length; w++) {
        own[w] = byClass[w][i];
        changes |= own[w] != tree.balanceAt(siblings.get(i), w);
      }
      if (changes) {
        tree.setBalance(siblings.get(i), own);
      }
    }
    isApplying = false;
  }

  // ---------------------------------------------------------------------- changes of the tree

  /**
   * Names a queue that was just added and may come back after it was removed: a user. It has the
   * balance with which it left.
   */
  public void name(int queue, String name) {
    long[] integral = book.name(queue, name);
    if (integral != null) {
      held.comeBack(queue, integral);
      unsettled.add(tree.parent(queue));
    }
    settle();
  }

  @Override
  public void usageChanged(int leaf, long[] task, long count) {
    held.charged(leaf, task, count);
  }

  @Override
  public void weightChanged(int node) {
    if (!isApplying && node != ROOT && !tree.isLeaf(node)) {
      book.sums().forget(tree.parent(node));
      unsettled.add(tree.parent(node));
    }
  }

  @Override
  public void added(int node) {
    held.grow();
    book.grow();
    if (tree.isLeaf(node)) {
      held.moved(node, tree.parent(node), 1);
      return;
    }
    boolean isNew = !book.isQueue(node);
    book.add(node);
    book.sums().forget(tree.parent(node));
    if (isNew) {
      held.clear(node);
    } else if (tree.hasBalance(node)) {
      unsettled.add(tree.parent(node));
    }
    int depth = 0;
    for (int n = node; n != ROOT; n = tree.parent(n)) {
      depth++;
    }
    if (depth > levels) {
      // Each level has to leave more for those below, at once.
      levels = depth;
      unsettled.add(ROOT);
    }
  }

  @Override
  public void removed(int node, int formerParent) {
    boolean isGone = !tree.contains(node);
    if (!book.isQueue(node)) {
      if (!isGone) {
        held.moved(node, formerParent, -1);
      }
      return;
    }
    book.sums().forget(formerParent);
    book.sums().forget(node);
    long[] integral = held.takeAway(node, isGone);
    held.left(formerParent, integral);
    book.depart(node, formerParent, integral, isGone);
    if (tree.hasBalance(node)) {
      unsettled.add(formerParent);
    }
  }
}
