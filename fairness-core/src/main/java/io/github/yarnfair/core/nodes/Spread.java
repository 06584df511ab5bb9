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
 * Spread, or worst fit: the node that is the least loaded with the task on it. D. S. Johnson, "Fast
 * Algorithms for Bin Packing", Journal of Computer and System Sciences 8 (1974), worst fit, with
 * the dominant share of the node in place of the one size:
 *
 * <pre>
 *   load = max over j with D_j > 0 of (C_j − c_j + D_j) / C_j
 * </pre>
 *
 * <p>D is what the task needs, c what is free on the node and C what the node has. Only resources
 * that the task needs count, so that a node without a free GPU can be the best for a task without
 * one.
 */
public final class Spread implements NodeScore {
  @Override
  public boolean update(long[] clusterTotal, Demand pending) {
    return false;
  }

  @Override
  public double score(long[] task, long[] free, long[] total) {
    double load = 0.0;
    for (int j = 0; j < task.length; j++) {
      if (task[j] > 0 && total[j] > 0) {
        load = Math.max(load, (double) (total[j] - free[j] + task[j]) / total[j]);
      }
    }
    return load;
  }
}
