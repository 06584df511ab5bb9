// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Shares;

/** Rules that look like H-DRF and fail where it does not. */
enum RivalPolicy implements FairnessPolicy {
  /** The corrected rule, but what the offer has nothing of is left out of a queue's share. */
  IGNORING_SATURATED {
    @Override
    public double queueKey(Shares shares, int queue) {
      double least = shares.leastKey(queue);
      shares.clear(queue);
      for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
        shares.attribute(queue, c, shares.key(c) > least ? least / shares.key(c) : 1.0);
      }
      double share = 0;
      for (int j = 0; j < shares.length(); j++) {
        share = shares.isSaturated(j) ? share : Math.max(share, shares.attributed(queue, j));
      }
      return share / shares.weight(queue);
    }
  },

  /** The corrected rule, but children are scaled to the least share instead of the least key. */
  UNWEIGHTED_MINIMUM {
    @Override
    public double queueKey(Shares shares, int queue) {
      double least = Double.POSITIVE_INFINITY;
      for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
        least = shares.isBlocked(c) ? least : Math.min(least, share(shares, c));
      }
      shares.clear(queue);
      for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
        double share = share(shares, c);
        shares.attribute(queue, c, share > least ? least / share : 1.0);
      }
      return shares.dominantShare(queue) / shares.weight(queue);
    }

    private double share(Shares shares, int node) {
      return shares.key(node) * shares.weight(node);
    }
  };
}
