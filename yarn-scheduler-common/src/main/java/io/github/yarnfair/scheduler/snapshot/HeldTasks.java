// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The tasks that a copied share tree holds, against which containers are counted that were read a
 * moment later.
 */
public final class HeldTasks {
  private final ShareTree tree;
  private final Map<Integer, Map<LongBuffer, Long>> left = new HashMap<>();

  /**
   * @param tree a copy, which does not change any more
   */
  public HeldTasks(ShareTree tree) {
    this.tree = tree;
  }

  /**
   * Counts a container; returns false if the leaf holds no further task of its size.
   *
   * @param amounts as it is charged; kept, must not change
   */
  public boolean take(int leaf, long[] amounts) {
    Map<LongBuffer, Long> tasks = left.computeIfAbsent(leaf, this::tasks);
    LongBuffer size = LongBuffer.wrap(amounts);
    long count = tasks.getOrDefault(size, 0L);
    tasks.put(size, count - 1);
    return count > 0;
  }

  private Map<LongBuffer, Long> tasks(int leaf) {
    Map<LongBuffer, Long> tasks = new HashMap<>();
    Demand all = tree.held(leaf);
    for (int i = 0; i < all.size(); i++) {
      tasks.put(LongBuffer.wrap(all.vector(i)), all.tasks(i));
    }
    return tasks;
  }
}
