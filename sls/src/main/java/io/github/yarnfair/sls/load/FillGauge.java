// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * Whether a cluster is still being filled. On a slow machine that takes longer than on a fast one,
 * and a scheduler that fills nodes does other work than one that replaces containers.
 */
final class FillGauge {
  /** Number of looks without growth that ends the filling. */
  private static final int LOOKS = 10;

  /** Growth below this part of the cluster is none. */
  private static final double LEAST_GROWTH = 0.01;

  private final AbstractYarnScheduler<?, ?> scheduler;
  private double most;
  private int looksWithoutGrowth;

  FillGauge(AbstractYarnScheduler<?, ?> scheduler) {
    this.scheduler = scheduler;
  }

  /** Looks once; returns whether the most used resource's part has grown in the last looks. */
  boolean isFilling() {
    Resource allocated = Resources.createResource(0);
    for (SchedulerNode node : scheduler.getNodeTracker().getAllNodes()) {
      Resources.addTo(allocated, node.getAllocatedResource());
    }
    return isFilling(
        ShareWatch.dominantShare(
            IdealTree.vector(allocated), IdealTree.vector(scheduler.getClusterResource())));
  }

  boolean isFilling(double inUse) {
    if (inUse > most + LEAST_GROWTH) {
      most = inUse;
      looksWithoutGrowth = 0;
    } else {
      looksWithoutGrowth++;
    }
    return looksWithoutGrowth < LOOKS;
  }
}
