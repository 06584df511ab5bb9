// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.Shares;

/**
 * Half of H-DRF (section 3.4 of the paper cited by {@link NaivePolicy}): children are scaled to the
 * least key among them, even if that child is blocked and cannot grow. Its siblings then look
 * poorer than they are and take too much.
 */
public final class RescaleOnlyPolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "rescale-only";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    double least = Double.POSITIVE_INFINITY;
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      least = Math.min(least, shares.key(c));
    }
    shares.clear(queue);
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      shares.attribute(queue, c, shares.key(c) > least ? least / shares.key(c) : 1.0);
    }
    return shares.shareByWeight(queue);
  }
}
