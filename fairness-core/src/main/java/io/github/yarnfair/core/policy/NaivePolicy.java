// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

/**
 * Naive hierarchical DRF: DRF at each level, where a queue's share is that of the sum of its
 * children's usage (A. A. Bhattacharya et al., "Hierarchical Scheduling for Diverse Datacenter
 * Workloads", SoCC 2013, section 3.3). One child's large share starves its siblings: the plain
 * policy of tests, and a rule that the others are compared with.
 */
public final class NaivePolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "naive";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    shares.attributeSum(queue);
    return shares.shareByWeight(queue);
  }
}
