// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.ShareTree;

/** First in, first out, whatever the queue: the earliest application with a task that fits. */
final class FifoPolicy implements FairnessPolicy {
  private final ShareTree tree;

  FifoPolicy(ShareTree tree) {
    this.tree = tree;
  }

  @Override
  public String name() {
    return "fifo";
  }

  @Override
  public double leafKey(Shares shares, int leaf) {
    return tree.submission(leaf);
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    return shares.leastKey(queue);
  }
}
