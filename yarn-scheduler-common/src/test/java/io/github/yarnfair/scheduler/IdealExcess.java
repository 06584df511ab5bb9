// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.concurrent.locks.Lock;

/**
 * What queues and applications hold above the ideal usage of one moment: the sum over all of them
 * and all resources of (usage − ideal usage)⁺, each as a part of the cluster. Preemption only ever
 * lowers it.
 */
public final class IdealExcess {
  private final ShareTree tree;
  private final IdealShare ideal;

  private IdealExcess(ShareTree tree) {
    this.tree = tree;
    ideal = IdealShare.of(tree);
  }

  /** Takes the ideal usage of now. */
  public static IdealExcess of(HierarchicalScheduler scheduler) {
    Lock lock = scheduler.services().state().writeLock();
    lock.lock();
    try {
      scheduler.services().cluster().settle();
      scheduler.services().queues().assigner().takeInDemand();
      return new IdealExcess(scheduler.queues().ledger().tree());
    } finally {
      lock.unlock();
    }
  }

  /** Returns what is held now above the ideal usage of then. */
  public double now() {
    double sum = 0;
    for (int node = 0; node < tree.handleBound(); node++) {
      for (int j = 0; ideal.contains(node) && j < tree.space().shares(); j++) {
        double excess = tree.shareUsage(node, j) - ideal.usage(node)[j];
        sum += tree.shareCapacity(j) == 0 ? 0 : Math.max(0, excess) / tree.shareCapacity(j);
      }
    }
    return sum;
  }
}
