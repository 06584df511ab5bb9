// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Selection by one pass over the whole tree: every node is rated after its children, then the walk
 * goes from the root to the least key that is not blocked, until a leaf. O(q·m) per decision for q
 * nodes and m resources; allocates nothing once the tree has stopped growing.
 *
 * <p>A leaf is blocked if it was skipped in this offer or none of its pending tasks fits what is
 * free within the limits above it; a queue is blocked if all its children are. A queue's limit acts
 * like a smaller offer for its subtree: min(W, limit − used).
 */
public final class TreePassSelection implements Selection {
  private final ShareTree tree;
  private final FairnessPolicy policy;
  private final Shares shares;
  private final int length;
  private final OrderedShare ordered;
  private final boolean ratesKinds;
  private final boolean staysWithKind;
  private long[] room = new long[0];

  /** Of the last decision. */
  private @Nullable Offer last;

  private int chosen = ShareTree.NONE;

  /** Creates the selection over a tree, by a policy. */
  public TreePassSelection(ShareTree tree, FairnessPolicy policy) {
    this.tree = tree;
    this.policy = policy;
    shares = new Shares(tree);
    length = tree.space().length();
    ordered = new OrderedShare(tree);
    ratesKinds = policy instanceof KindPolicy;
    staysWithKind = policy instanceof KindPolicy kindPolicy && kindPolicy.staysWithKind();
  }

  /** Returns the standing of every node as of the last {@link #next}. */
  public Shares shares() {
    return shares;
  }

  @Override
  public int next(Offer offer) {
    shares.begin(offer);
    policy.prepare(tree);
    rate(ShareTree.ROOT, offer, 0, false, false);
    shares.kinds().beginWalk();
    int node = shares.isBlocked(ShareTree.ROOT) ? ShareTree.NONE : ShareTree.ROOT;
    while (node != ShareTree.NONE && !tree.isLeaf(node)) {
      if (tree.servesInOrder(node)) {
        node = firstInOrder(node);
      } else {
        node = staysWithKind ? shares.nextOfKind(node) : shares.next(node);
      }
    }
    last = offer;
    chosen = node;
    return node;
  }

  @Override
  public boolean isChosenFor(long[] task) {
    Offer offer = last;
    if (offer == null || chosen == ShareTree.NONE) {
      return false;
    }
    Demand demand = tree.demand(chosen);
    int depth = narrowTo(chosen, offer);
    int index = 0;
    while (index < demand.size() && !Arrays.equals(demand.vector(index), task)) {
      index++;
    }
    return index < demand.size()
        && offer.fits(demand, index, room, depth * length)
        && (!staysWithKind || shares.kinds().isLeftOnWalk(task))
        && (!ratesByLevel() || isLeast(demand, index, offer, depth));
  }

  /** Returns whether the queue above the chosen leaf is rated by the levels of its pools. */
  private boolean ratesByLevel() {
    int queue = tree.parent(chosen);
    return !ratesKinds
        && policy.poolRating() == PoolRating.BY_LEVEL
        && queue != ShareTree.ROOT
        && shares.isLeafQueue(queue)
        && !tree.servesInOrder(queue);
  }

  /** Returns whether of the chosen leaf's tasks that fit none is in a pool of a lesser level. */
  private boolean isLeast(Demand demand, int index, Offer offer, int depth) {
    Pools pools = shares.pools();
    pools.begin();
    for (int c = tree.firstChild(tree.parent(chosen));
        c != ShareTree.NONE;
        c = tree.nextSibling(c)) {
      narrow(c, offer, depth);
      pools.add(c, offer, room, depth * length);
    }
    narrow(chosen, offer, depth);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < demand.size(); i++) {
      if (offer.fits(demand, i, room, depth * length)) {
        least = Math.min(least, pools.level(demand, i));
      }
    }
    return KindPolicy.isLeast(pools.level(demand, index), least);
  }

  /** Computes the room of a node and of all above it; returns its depth. */
  private int narrowTo(int node, Offer offer) {
    int depth = node == ShareTree.ROOT ? 0 : narrowTo(tree.parent(node), offer) + 1;
    narrow(node, offer, depth);
    return depth;
  }

  /**
   * Rates a node when all below it are rated.
   *
   * @param isRanked whether the queue above serves in order, so that a leaf needs no key
   * @param isPooled whether it is a leaf queue, so that a leaf belongs to its pools
   */
  private void rate(int node, Offer offer, int depth, boolean isRanked, boolean isPooled) {
    narrow(node, offer, depth);
    if (tree.isLeaf(node)) {
      rateLeaf(node, offer, depth, isRanked);
      if (isPooled) {
        shares.pools().add(node, offer, room, depth * length);
      }
      return;
    }
    boolean inOrder = tree.servesInOrder(node);
    boolean isLeafQueue = shares.isLeafQueue(node);
    if (isLeafQueue) {
      shares.pools().begin();
    }
    boolean blocked = true;
    if (inOrder) {
      shares.kinds().setLate(node);
    }
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      rate(c, offer, depth + 1, inOrder, isLeafQueue);
      blocked &= shares.isBlocked(c);
      if (shares.kinds().isLate(c)) {
        shares.kinds().setLate(node);
      }
    }
    double key = inOrder ? keyInOrder(node, offer, depth) : policy.queueKey(shares, node);
    shares.rate(node, key, blocked);
  }

  private void rateLeaf(int leaf, Offer offer, int depth, boolean isRanked) {
    Demand pending = tree.demand(leaf);
    shares.attributeHeld(leaf);
    for (int i = 0; i < pending.size() && !offer.isSkipped(leaf); i++) {
      shares.notePending(leaf, pending, i);
    }
    if (ratesKinds) {
      shares.kinds().read(leaf, offer, room, depth * length);
    }
    boolean blocked = offer.isSkipped(leaf) || !offer.fits(pending, room, depth * length);
    shares.rate(leaf, isRanked ? 0.0 : policy.leafKey(shares, leaf), blocked);
  }

  /** Rates a queue that serves in order; its leaves have been rated. */
  private double keyInOrder(int queue, Offer offer, int depth) {
    for (int s = 0; s < shares.length(); s++) {
      ordered.setDivisor(s, policy.divisor(tree, queue, s));
    }
    ordered.read(queue);
    int next = firstInOrder(queue);
    double level = next == ShareTree.NONE ? ordered.largest() : 0.0;
    if (next != ShareTree.NONE) {
      narrow(next, offer, depth + 1);
      Demand demand = tree.demand(next);
      for (int i = 0; i < demand.size(); i++) {
        if (offer.fits(demand, i, room, (depth + 1) * length)) {
          level = Math.max(level, ordered.level(demand, i));
        }
      }
    }
    shares.attribute(queue, ordered, level);
    return level;
  }

  /** Returns the first leaf in a queue's order that is not blocked, or NONE if all are. */
  private int firstInOrder(int queue) {
    int first = ShareTree.NONE;
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      if (!shares.isBlocked(c) && (first == ShareTree.NONE || tree.isBefore(c, first))) {
        first = c;
      }
    }
    return first;
  }

  /** Computes a node's room: its parent's room within the node's own limit. */
  private void narrow(int node, Offer offer, int depth) {
    if (room.length < (depth + 1) * length) {
      room = Arrays.copyOf(room, Growth.length((depth + 1) * length, room.length));
    }
    if (depth == 0) {
      offer.copyMost(room, 0);
    } else {
      System.arraycopy(room, (depth - 1) * length, room, depth * length, length);
    }
    tree.reduceToLimit(node, room, depth * length);
  }
}
