/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.Demand;

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
