// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.IntList;

/**
 * Receives each change of a {@link NodeIndex}, and each choice, after it was made. Arguments are
 * not to be kept. A listener must leave the index as it is.
 */
public interface IndexListener {
  /** A node has these amounts now, and had others, or was not there. */
  void put(int node, long[] total, long[] free);

  /** A node was removed. */
  void removed(int node);

  /** What scores are relative to has changed. */
  void updated(long[] clusterTotal, Demand pending);

  /**
   * A node was chosen for a task.
   *
   * @param refused nodes that were asked and did not accept the task; it may have been asked of the
   *     same one several times
   * @param node the chosen one, {@link NodeIndex#NONE} if there is none
   */
  void chosen(long[] task, IntList refused, int node);

  /** A node was chosen for a task among some. */
  void chosenAmong(long[] task, IntList candidates, int node);
}
