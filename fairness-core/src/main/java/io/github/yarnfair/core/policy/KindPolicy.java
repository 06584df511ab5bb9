// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;

/**
 * A policy that compares leaves across queues: it rates a queue for each {@linkplain TaskKinds kind
 * of task}, not by its poorest leaf. For an offer a queue has the least of its keys for the kinds
 * of which it has a task that can be served.
 *
 * <p>A queue that {@linkplain ShareTree#servesInOrder serves in order}, and each queue above such,
 * is <i>late</i>: its key is one number for the offer at hand. It takes no part in the pools of its
 * parent, which has the least of its own keys and those of its late children.
 */
public abstract class KindPolicy implements FairnessPolicy {
  /** By the first revision a queue was rated by the least application that could be served. */
  private static final int BY_POOLS = 2;

  /** By the second, keys that are equal but for rounding were ordered otherwise. */
  protected static final int OTHER_ROUNDING = 3;

  /** Relative tolerance for rounding of keys that are equal. */
  private static final double ROUNDING = 0x1p-40;

  /** Returns whether a key is the least one but for rounding. */
  public static boolean isLeast(double key, double least) {
    return key <= least * (1.0 + ROUNDING);
  }

  /** How a policy rates queues for kinds of tasks. */
  public enum Form {
    /** By the level of a pool of all children; leaves weigh {@link #leafWeight}. */
    POOLED,
    /** Leaf queues by what their pools count for, by {@link #divisor}; the others as above. */
    LEAF_QUEUES,
    /** By what all leaves below hold of a kind, by the sum of their {@link #divisor}s. */
    DIVIDED
  }

  /** Returns in which form {@link #rateKinds} rates queues. */
  public abstract Form form();

  /** Returns the weight by which a leaf is a member of pools with a dominant entry. */
  public double leafWeight(ShareTree tree, int leaf, int share) {
    return tree.weight(leaf, share);
  }

  /**
   * Rates a queue for each kind of task: sets its entries of {@link Shares#kinds}. Those of its
   * children are set, of its leaves but for their weights.
   */
  public abstract void rateKinds(Shares shares, int queue);

  /** Returns whether a queue's key depends on its {@link #ownKey}. */
  public boolean hasOwnKey() {
    return false;
  }

  /**
   * Rates a queue by its own usage, which is {@linkplain Shares#attributed attributed} already; not
   * asked unless {@link #hasOwnKey}.
   */
  public double ownKey(Shares shares, int queue) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * Returns a queue's key.
   *
   * @param ownKey its {@link #ownKey}
   * @param leastKey the least of its keys for the kinds that can be served, and of those of its
   *     late children, +∞ if there are none
   */
  public double queueKey(double ownKey, double leastKey) {
    return leastKey;
  }

  /**
   * Returns whether a queue that was chosen for one kind of task serves that kind alone, so that
   * what it is poor in does not give it what it is rich in.
   */
  public boolean staysWithKind() {
    return true;
  }

  /**
   * Updates the policy after a change of a leaf's usage or demand.
   *
   * @return the queue {@linkplain #prepareBelow below which} any key may have changed, {@link
   *     ShareTree#NONE} if only those on the leaf's path may have; {@link ShareTree#ROOT} is always
   *     correct
   */
  public int updateLeaf(ShareTree tree, int leaf) {
    return ShareTree.ROOT;
  }

  /**
   * Returns whether adding, removing or reweighting a node can change the keys of its siblings or
   * of nodes below these. The answer is for the node's state at the last {@link #updateLeaf}; a
   * node that holds nothing and has no pending task may affect no other key.
   */
  public boolean concernsSiblings(ShareTree tree, int node) {
    return true;
  }

  /**
   * Updates the policy after children of a queue that {@linkplain #concernsSiblings concern their
   * siblings} were added, removed or reweighted.
   *
   * @return as {@link #updateLeaf}
   */
  public int updateChildren(ShareTree tree, int queue) {
    return ShareTree.ROOT;
  }

  /** Forgets a node that is no longer in the tree; its handle may be given out again. */
  public void forget(int node) {}

  /**
   * Recomputes what the keys below a queue depend on, as {@link #prepare} does for the whole tree.
   * Call after {@link #updateLeaf} has been called for every change.
   */
  public void prepareBelow(ShareTree tree, int queue) {
    prepare(tree);
  }

  /** Returns whether any key may have changed although the tree has not. */
  public boolean hasNews(ShareTree tree) {
    return false;
  }

  @Override
  public final double queueKey(Shares shares, int queue) {
    shares.attributeHeld(queue);
    rateKinds(shares, queue);
    return queueKey(ownKey(shares, queue), shares.leastOfKinds(queue));
  }

  @Override
  public int revision() {
    return BY_POOLS;
  }

  @Override
  public PoolRating poolRating() {
    return PoolRating.BY_USAGE;
  }
}
