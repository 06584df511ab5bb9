// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * A policy whose users are the leaf queues: they are compared with each other whatever queues lie
 * above them, by what they count for under H-DRF's rule over {@linkplain Pools pools} and by their
 * {@linkplain FlatWeights flat weights} W.
 *
 * <pre>
 *   f_k = max(L_k, the level of one task)           the level of the pool of kind k
 *   U_k = Σ_p U_p · min(1, A_p(f_k)/S_p)            over all pools p of the leaf queue
 *   κ_k = max_s U_k,s / W_s                         the leaf queue's key for kind k
 * </pre>
 *
 * <p>The queues above leaf queues mean nothing else: what an idle leaf queue leaves goes to all
 * others by their W, not to its siblings first. But siblings are members of their parent's pools
 * ({@link KindShares}). Compared one by one, the queues of a department that has one for each user
 * would be first as long as one of them holds nothing.
 *
 * <p>A leaf beside queues, which YARN does not have, is rated as a leaf queue that counts in full.
 */
public abstract class LeafQueuePolicy extends KindPolicy {
  private final FlatWeights weights = new FlatWeights();
  private ShareSpace space = ShareSpace.ofOneClass(1);

  @Override
  public final void prepare(ShareTree tree) {
    space = tree.space();
    weights.prepare(tree);
  }

  @Override
  public final void prepareBelow(ShareTree tree, int queue) {
    weights.grow(tree);
    weights.prepareBelow(tree, queue);
  }

  /** A leaf's usage and demand change no weight. */
  @Override
  public final int updateLeaf(ShareTree tree, int leaf) {
    weights.grow(tree);
    return NONE;
  }

  /** The leaves of a leaf queue have no W. */
  @Override
  public final boolean concernsSiblings(ShareTree tree, int node) {
    weights.grow(tree);
    int parent = tree.parent(node);
    return !tree.isLeaf(node) || (parent != NONE && weights.hasQueues(parent));
  }

  @Override
  public final int updateChildren(ShareTree tree, int queue) {
    weights.grow(tree);
    return queue;
  }

  @Override
  public final void forget(int node) {
    weights.forget(node);
  }

  @Override
  public final Form form() {
    return Form.LEAF_QUEUES;
  }

  /** Returns W of a leaf beside queues. */
  @Override
  public final double leafWeight(ShareTree tree, int leaf, int share) {
    return weights.weight(leaf, space.weightOf(share));
  }

  /** Returns s/w, beside queues s/W. */
  @Override
  public final double leafKey(Shares shares, int leaf) {
    return weights.hasQueues(shares.parent(leaf))
        ? weights.shareByWeight(space, shares, leaf)
        : shares.shareByWeight(leaf);
  }

  @Override
  public final void rateKinds(Shares shares, int queue) {
    KindShares kinds = shares.kinds();
    if (shares.isLeafQueue(queue)) {
      rateLeafQueue(shares, queue);
      return;
    }
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      for (int k = 0; k < kinds.count() && shares.isLeaf(c); k++) {
        if (kinds.contains(c, k)) {
          kinds.set(c, k, shares.key(c), weightForKind(kinds, c, k));
        }
      }
    }
    kinds.pool(queue);
  }

  private void rateLeafQueue(Shares shares, int queue) {
    KindShares kinds = shares.kinds();
    Pools pools = shares.pools();
    kinds.collect(queue);
    for (int k = 0; k < pools.count(); k++) {
      if (kinds.contains(queue, k)) {
        double f = Math.max(pools.level(k), pools.levelOfOneWaiting(k));
        shares.clear(queue);
        for (int p = 0; p < pools.count(); p++) {
          shares.attributePool(queue, p, pools.part(p, f));
        }
        double key = weights.shareByWeight(space, shares, queue);
        kinds.set(queue, k, key, weightForKind(kinds, queue, k));
      }
    }
    shares.attributeHeld(queue);
  }

  private double weightForKind(KindShares kinds, int node, int kind) {
    return weights.weight(node, space.weightOf(kinds.dominant(kind)));
  }

  /** Returns W: a leaf queue that serves in order is one user, however many are active in it. */
  @Override
  public final double divisor(ShareTree tree, int queue, int share) {
    return weights.weight(queue, space.weightOf(share));
  }

  /** Returns the flat weights, as of the last decision. */
  public final FlatWeights weights() {
    return weights;
  }

  @Override
  public PoolRating poolRating() {
    return PoolRating.BY_LEVEL;
  }
}
