// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Shares;

/**
 * Fair at each level by the first resource alone, as schedulers are that count memory or slots. A
 * task that needs none of it is served before all others.
 */
final class FirstResourcePolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "first-resource";
  }

  @Override
  public double leafKey(Shares shares, int leaf) {
    return shares.attributed(leaf, 0) / shares.weight(leaf);
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    shares.attributeSum(queue);
    return shares.attributed(queue, 0) / shares.weight(queue);
  }
}
