// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.example;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Shares;

/**
 * Weighted max-min fairness of memory at each level: among siblings the one with the least memory
 * by weight is served first, whatever else its tasks need. Rival of the schedulers of this project:
 * tasks that need little memory and many cores take all cores.
 */
public final class MemoryPolicy implements FairnessPolicy {
  private static final int MEMORY = 0;

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public double leafKey(Shares shares, int leaf) {
    return memoryByWeight(shares, leaf);
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    shares.attributeSum(queue);
    return memoryByWeight(shares, queue);
  }

  /** Sums over machine classes, in each of which a queue may have another weight. */
  private static double memoryByWeight(Shares shares, int node) {
    double sum = 0;
    for (int share = 0; share < shares.length(); share++) {
      if (shares.resource(share) == MEMORY) {
        sum += shares.attributed(node, share) / shares.weight(node, share);
      }
    }
    return sum;
  }
}
