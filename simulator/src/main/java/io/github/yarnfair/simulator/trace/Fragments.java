// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.tree.Demand;

/** Free GPUs that are of no use, since a node lacks CPUs, memory or other GPUs beside them. */
final class Fragments {
  private Fragments() {}

  /**
   * Returns how many of the free GPUs a pod of a mix cannot use, in the mean over its pods that
   * need a GPU: F of the FGD paper, section 4, for this mix.
   */
  static double gpus(TraceNodes nodes, Demand mix) {
    double useless = 0.0;
    long pods = 0;
    for (int i = 0; i < mix.size(); i++) {
      pods += mix.amount(i, ClusterTrace.GPU) > 0 ? mix.tasks(i) : 0;
    }
    for (int node = 0; node < nodes.count(); node++) {
      long[] onNode = nodes.free(node);
      for (int i = 0; i < mix.size() && onNode[ClusterTrace.GPU] > 0; i++) {
        if (mix.amount(i, ClusterTrace.GPU) > 0 && !Demand.fits(mix.vector(i), onNode, 0)) {
          useless += (double) mix.tasks(i) / pods * onNode[ClusterTrace.GPU];
        }
      }
    }
    return useless;
  }

  /** Returns how many GPUs are free on nodes where no pod of a demand that needs a GPU fits. */
  static long usableByNone(TraceNodes nodes, Demand pending) {
    long useless = 0;
    for (int node = 0; node < nodes.count(); node++) {
      long[] onNode = nodes.free(node);
      boolean isUsable = false;
      for (int i = 0; i < pending.size(); i++) {
        isUsable |=
            pending.amount(i, ClusterTrace.GPU) > 0 && Demand.fits(pending.vector(i), onNode, 0);
      }
      useless += isUsable ? 0 : onNode[ClusterTrace.GPU];
    }
    return useless;
  }
}
