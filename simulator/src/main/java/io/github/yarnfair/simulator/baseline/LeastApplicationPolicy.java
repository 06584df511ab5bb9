// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.Shares;

/**
 * H-DRF by the least application (section 3.4 of the paper cited by {@link NaivePolicy}, blocked
 * children scaled too): a queue is rated by the least key among its applications that can be
 * served. This was the project's H-DRF before queues were rated by whole tasks.
 *
 * <p>The rule holds for applications that want endlessly much. A queue with more applications than
 * its share has tasks always has one that holds nothing: f is 0, every other application is scaled
 * to 0, and the queue is served before all others, whatever the weights. On 100 cores with A{a:
 * endless} and B{b1 … b300: one task of one core each}, equal weights, while one task at a time
 * ends and is asked for again, a falls to 1 task of the 50 that it is entitled to.
 *
 * <p>It has no incremental selection: each decision is a pass over the whole tree.
 */
public final class LeastApplicationPolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "h-drf-least-application";
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
