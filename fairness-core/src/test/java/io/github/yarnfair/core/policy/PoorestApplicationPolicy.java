// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

/**
 * A rival: a queue is rated by its application of the least key that can be served, and its other
 * children are scaled to that. In the limit of fluids it is H-DRF's corrected rule. A queue with
 * more applications than its share has tasks counts for nothing by it.
 */
public final class PoorestApplicationPolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "poorest-application";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    double least = shares.leastKey(queue);
    shares.clear(queue);
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      double key = shares.key(c);
      shares.attribute(queue, c, key > least ? least / key : 1.0);
    }
    return shares.shareByWeight(queue);
  }
}
