// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

/**
 * Weighted DRF over the leaves as if they all hung from the root: the leaf with the least s/W that
 * can use the offer is served, whatever queues lie above it. The hierarchy enters through the flat
 * weights W, which a subclass computes in {@link #prepare}.
 *
 * <p>A queue's key is its poorest leaf's, so that the walk from the root ends at the least of all.
 * A queue with more leaves than its share has tasks is therefore always first: a base of rules that
 * others are compared with.
 */
public abstract class FlatPolicy implements FairnessPolicy {
  /** Returns the flat weight W of an active leaf, as of the last {@link #prepare}; positive. */
  public abstract double flatWeight(int leaf);

  @Override
  public final double leafKey(Shares shares, int leaf) {
    double share = shares.dominantShare(leaf);
    return share > 0 ? share / flatWeight(leaf) : 0.0;
  }

  @Override
  public final double queueKey(Shares shares, int queue) {
    shares.attributeHeld(queue);
    return shares.leastKey(queue);
  }
}
