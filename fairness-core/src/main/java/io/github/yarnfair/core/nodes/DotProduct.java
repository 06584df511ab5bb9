// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;

/**
 * Dot product: the node with the most free of the resources that the task needs most. R. Grandl et
 * al., "Multi-resource Packing for Cluster Schedulers" (Tetris), SIGCOMM 2014, section 3.2, the
 * alignment score, corrected:
 *
 * <pre>
 *   a = Σ_j D_j · c_j
 * </pre>
 *
 * <p>D is the task's demand and c the node's free resources, both as shares of the cluster's total.
 * The paper takes shares of the node's own capacity. On unlike nodes these are largest where the
 * node has the least of the needed resources: with them each user gets 2 tasks on the two servers
 * of DRFH's figure 1, and 10 tasks here. The largest alignment is the best, so the score is its
 * negative. (The rule of the same name in the FGD paper takes the smallest.)
 */
public final class DotProduct implements NodeScore {
  private final long[] clusterTotal;

  /** Creates the score for tasks of a number of resources. */
  public DotProduct(int resourceCount) {
    clusterTotal = new long[resourceCount];
  }

  @Override
  public boolean update(long[] clusterTotal, Demand pending) {
    return Totals.replace(this.clusterTotal, clusterTotal);
  }

  @Override
  public double score(long[] task, long[] free, long[] total) {
    double alignment = 0.0;
    for (int j = 0; j < task.length; j++) {
      if (task[j] > 0 && clusterTotal[j] > 0) {
        alignment += ((double) task[j] * free[j]) / ((double) clusterTotal[j] * clusterTotal[j]);
      }
    }
    return 0.0 - alignment;
  }
}
