// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;

/**
 * Best fit: the node of which the free resources are the most similar in their proportions to what
 * the task needs. W. Wang, B. Li and B. Liang, "Dominant Resource Fairness in Cloud Computing
 * Systems with Heterogeneous Servers" (DRFH), INFOCOM 2014, section V-B, formula (9):
 *
 * <pre>
 *   H(i, l) = Σ_j | D_j / D_r − c_j / c_r |
 * </pre>
 *
 * <p>D is what the task needs and c what is free on the node, both as shares of the cluster's
 * total. The paper takes the first resource as r and so divides by zero for a task or a node that
 * has none of it; here r is the first resource of which the task needs something. A node with room
 * for the task has some of it. A task that needs nothing at all fits all nodes equally well.
 */
public final class BestFit implements NodeScore {
  private final long[] clusterTotal;

  /** Creates the score for tasks of a number of resources. */
  public BestFit(int resourceCount) {
    clusterTotal = new long[resourceCount];
  }

  @Override
  public boolean update(long[] clusterTotal, Demand pending) {
    return Totals.replace(this.clusterTotal, clusterTotal);
  }

  @Override
  public double score(long[] task, long[] free, long[] total) {
    int reference = firstNeeded(task);
    if (reference == task.length) {
      return 0.0;
    }
    double distance = 0.0;
    for (int j = 0; j < task.length; j++) {
      if (clusterTotal[j] > 0) {
        distance += Math.abs(ratio(task, j, reference) - ratio(free, j, reference));
      }
    }
    return distance;
  }

  /**
   * Returns the share of a resource by the share of the reference. Rounds once while products stay
   * below 2^53, so that nodes with the same proportions have the same score.
   */
  private double ratio(long[] amounts, int resource, int reference) {
    return ((double) amounts[resource] * clusterTotal[reference])
        / ((double) amounts[reference] * clusterTotal[resource]);
  }

  /** Returns the first resource that the task needs and the cluster has. */
  private int firstNeeded(long[] task) {
    int j = 0;
    while (j < task.length && (task[j] == 0 || clusterTotal[j] == 0)) {
      j++;
    }
    return j;
  }
}
