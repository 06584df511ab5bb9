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
import io.github.yarnfair.core.IntList;

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
