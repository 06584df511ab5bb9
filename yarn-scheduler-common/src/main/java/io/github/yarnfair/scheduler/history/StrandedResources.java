// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.List;

/** Fragments: what is free on nodes on which nothing that waits fits. */
final class StrandedResources {
  private StrandedResources() {}

  /**
   * Returns the amount by resource type; zeros if no request waits. Takes each node's own lock, not
   * the scheduler's.
   *
   * @param shapes demand vectors of the waiting requests
   */
  static long[] of(
      List<ClusterNode> nodes,
      List<long[]> shapes,
      MachineClasses classes,
      ResourceVectors vectors) {
    long[] stranded = new long[vectors.length()];
    long[] free = new long[vectors.length()];
    for (ClusterNode node : shapes.isEmpty() ? List.<ClusterNode>of() : nodes) {
      node.readFree(vectors, free);
      int own = classes.number(node.machineClass());
      if (own == MachineClasses.UNKNOWN
          || shapes.stream().noneMatch(shape -> fits(shape, classes, own, free))) {
        for (int j = 0; j < free.length; j++) {
          stranded[j] += Math.max(0, free[j]);
        }
      }
    }
    return stranded;
  }

  private static boolean fits(long[] shape, MachineClasses classes, int own, long[] free) {
    if (classes.isOne()) {
      return Demand.fits(shape, free, 0);
    }
    long[] needed = new long[free.length];
    classes.read(own, shape, needed);
    return classes.isWithin(own, shape) && Demand.fits(needed, free, 0);
  }
}
