// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.Comparator;

/**
 * What room for a task costs: what is lost, and, where that is equal, how much more of the node is
 * idle afterwards, summed over the resources as parts of the cluster. Without the second, room is
 * made on one node after another down to its last pieces, which fit no task.
 *
 * @param loss what is lost with the tasks that end
 * @param idle by how much what is free grows, negative if it shrinks
 */
record Cost(Loss loss, double idle) implements Comparable<Cost> {
  private static final Comparator<Cost> ORDER =
      Comparator.comparing(Cost::loss).thenComparingDouble(Cost::idle);

  /** Returns a bound: room that loses as much costs no less, as all that is free may be used. */
  static Cost atLeast(Loss loss, long[] free, ShareTree tree) {
    return of(loss, free, new long[free.length], tree);
  }

  /** Returns what it costs that a node is left with what is free after, not before. */
  static Cost of(Loss loss, long[] before, long[] after, ShareTree tree) {
    double idle = 0;
    for (int j = 0; j < tree.space().pairs(); j++) {
      double all = Math.max(1.0, (double) tree.shareCapacity(tree.space().shareOf(j)));
      idle += (double) (after[j] - before[j]) / all;
    }
    return new Cost(loss, idle);
  }

  @Override
  public int compareTo(Cost other) {
    return ORDER.compare(this, other);
  }
}
