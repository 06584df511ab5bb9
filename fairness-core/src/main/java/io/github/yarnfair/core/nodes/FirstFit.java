// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;

/**
 * First fit: all nodes with room are equally good, so the first of them gets the task. W. Wang, B.
 * Li and B. Liang, "Dominant Resource Fairness in Cloud Computing Systems with Heterogeneous
 * Servers" (DRFH), INFOCOM 2014, section V-B.
 */
public final class FirstFit implements NodeScore {
  @Override
  public boolean update(long[] clusterTotal, Demand pending) {
    return false;
  }

  /** Returns 0. */
  @Override
  public double score(long[] task, long[] free, long[] total) {
    return 0.0;
  }
}
