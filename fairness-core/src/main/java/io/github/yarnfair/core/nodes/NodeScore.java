// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;

/**
 * How well a task fits a node, where several nodes have room for it: the node with the least score
 * gets the task, of equal nodes the first.
 *
 * <p>Amounts are in the units of the share tree, one per resource. A score depends on its arguments
 * and on the last {@link #update} alone, so that nodes with the same total and the same free
 * amounts share one score.
 */
public interface NodeScore {
  /**
   * Updates the amounts to which scores are relative.
   *
   * @param clusterTotal the total of all nodes
   * @param pending the tasks of all applications together that are expected to need a node
   * @return whether a score given before may differ from now on
   */
  boolean update(long[] clusterTotal, Demand pending);

  /**
   * Returns the score of a task on a node; less is better.
   *
   * @param task what the task needs, nowhere more than what is free
   * @param free what is free on the node
   * @param total what the node has
   */
  double score(long[] task, long[] free, long[] total);
}
