// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;

/**
 * Fragmentation gradient: the node where the placement makes the smallest amount of free resources
 * useless to the tasks that wait. Q. Weng et al., "Beware of Fragmentation: Scheduling GPU-Sharing
 * Workloads with Fragmentation Gradient Descent" (FGD), USENIX ATC 2023, sections 4 and 5:
 *
 * <pre>
 *   F(c)    = Σ_m p_m · (all of c that is free of the fragment resources, if task m cannot use it)
 *   score   = F(c − D) − F(c)
 * </pre>
 *
 * <p>D is what the task needs, c what is free on the node, and p_m the part of task m in the mix of
 * pending tasks. Task m cannot use what is free of a resource if it does not fit the node or needs
 * nothing of that resource. Devices are whole here, so the paper's parts of one GPU do not arise.
 *
 * <p>The paper has one fragment resource, the GPU. Here it is each extended resource (the third and
 * following) that the cluster has; without any, each resource. Amounts are shares of the cluster's
 * total, so that several such resources add up, and the scarcer one counts more by the unit.
 *
 * <p>The mix follows the pending tasks with a tolerance, so that scores do not change with each
 * task that is placed: see {@link PendingMix}. Before the first {@link #update} all scores are 0.
 */
public final class FragmentationGradient implements NodeScore {
  private static final int FIRST_EXTENDED = 2;

  private final long[] clusterTotal;
  private final PendingMix mix = new PendingMix();
  private int firstFragment;

  /** Creates the score for tasks of a number of resources. */
  public FragmentationGradient(int resourceCount) {
    clusterTotal = new long[resourceCount];
  }

  @Override
  public boolean update(long[] clusterTotal, Demand pending) {
    boolean isOtherTotal = Totals.replace(this.clusterTotal, clusterTotal);
    firstFragment = hasExtended() ? FIRST_EXTENDED : 0;
    boolean isOtherMix = mix.update(pending);
    return isOtherTotal || isOtherMix;
  }

  private boolean hasExtended() {
    for (int j = FIRST_EXTENDED; j < clusterTotal.length; j++) {
      if (clusterTotal[j] > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public double score(long[] task, long[] free, long[] total) {
    double growth = 0.0;
    for (int m = 0; m < mix.size(); m++) {
      long[] other = mix.task(m);
      growth += mix.part(m) * growth(other, task, free);
    }
    return growth;
  }

  /** Returns by how much the placement of a task changes the fragment that another one sees. */
  private double growth(long[] other, long[] task, long[] free) {
    boolean fitsBefore = true;
    boolean fitsAfter = true;
    for (int j = 0; j < other.length; j++) {
      fitsBefore &= other[j] <= free[j];
      fitsAfter &= other[j] <= free[j] - task[j];
    }
    double growth = 0.0;
    for (int j = firstFragment; j < other.length; j++) {
      if (clusterTotal[j] > 0) {
        long before = fitsBefore && other[j] > 0 ? 0 : free[j];
        long after = fitsAfter && other[j] > 0 ? 0 : free[j] - task[j];
        growth += (double) (after - before) / clusterTotal[j];
      }
    }
    return growth;
  }
}
