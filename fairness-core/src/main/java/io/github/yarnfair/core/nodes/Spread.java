// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;

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
