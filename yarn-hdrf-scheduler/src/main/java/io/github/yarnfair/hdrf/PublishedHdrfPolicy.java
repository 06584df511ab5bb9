// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Shares;

/**
 * Dynamic H-DRF as printed in Algorithm 3 of the paper cited by {@link HdrfPolicy}: blocked
 * children count in full and saturated resources are left out of a queue's share. For comparison:
 * it can starve an application (see {@link HdrfPolicy}), and each decision is one pass over the
 * whole tree.
 *
 * <p>Weights, which the paper leaves to the reader, enter as s/w here too. With shares of machine
 * classes an entry of which the offer has nothing is left out, hence those of all other classes.
 */
public final class PublishedHdrfPolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "hdrf-published";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    double least = shares.leastKey(queue);
    shares.clear(queue);
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      boolean scaled = !shares.isBlocked(c) && shares.key(c) > least;
      shares.attribute(queue, c, scaled ? least / shares.key(c) : 1.0);
    }
    double largest = 0.0;
    for (int s = 0; s < shares.length(); s++) {
      if (!shares.isSaturated(s)) {
        largest = Math.max(largest, shares.attributed(queue, s) / shares.weight(queue, s));
      }
    }
    return largest;
  }
}
