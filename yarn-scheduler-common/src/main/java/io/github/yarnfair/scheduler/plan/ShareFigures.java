// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import org.apache.hadoop.yarn.api.records.Resource;

/** Figures of the nodes of one share tree, which does not change any more, by its ideal shares. */
final class ShareFigures {
  /** Rounding of the fluid allocation, as part of the cluster. */
  private static final double TOLERANCE = 1e-9;

  private final ShareTree tree;
  private final IdealShare ideal;
  private final ResourceVectors vectors;

  ShareFigures(ShareTree tree, ResourceVectors vectors) {
    this.tree = tree;
    this.vectors = vectors;
    ideal = IdealShare.of(tree);
  }

  ShareTree tree() {
    return tree;
  }

  double ideal(int node) {
    return ideal.dominantShare(node);
  }

  /** Returns the ideal usage by resource type, over all machine classes, rounded to whole units. */
  Resource idealAmounts(int node) {
    double[] usage = ideal.usage(node);
    double[] sums = new double[vectors.length()];
    for (int s = 0; s < usage.length; s++) {
      sums[tree.space().resourceOfShare(s)] += usage[s];
    }
    long[] rounded = new long[sums.length];
    for (int j = 0; j < sums.length; j++) {
      rounded[j] = Math.round(sums[j]);
    }
    return vectors.toResource(rounded);
  }

  /**
   * Returns what a node holds above its ideal usage, by resource type over all machine classes.
   *
   * @param ignored part of the ideal usage by which it may be passed unharmed
   */
  long[] excess(int node, double ignored) {
    double[] usage = ideal.usage(node);
    long[] excess = new long[vectors.length()];
    for (int s = 0; s < usage.length; s++) {
      double tolerance = TOLERANCE * tree.shareCapacity(s);
      long held = tree.shareUsage(node, s);
      if (held > usage[s] * (1 + ignored) + tolerance) {
        excess[tree.space().resourceOfShare(s)] += held - (long) Math.floor(usage[s]);
      }
    }
    return excess;
  }

  /** Returns whether a leaf has pending tasks and holds at least its ideal share. */
  boolean waits(int leaf) {
    return !tree.demand(leaf).isEmpty() && tree.dominantShare(leaf) >= ideal(leaf) - TOLERANCE;
  }

  /** Returns how many of the equal tasks that a leaf has pending its ideal usage holds. */
  long idealTasks(int leaf) {
    Demand demand = tree.fixedDemand(leaf);
    if (demand.isEmpty()) {
      return 0;
    }
    double[] usage = ideal.usage(leaf);
    double tasks = demand.tasks(0);
    for (int s = 0; s < usage.length; s++) {
      long amount = tree.space().shareAmount(demand, 0, s);
      if (amount > 0) {
        tasks = Math.min(tasks, usage[s] / amount);
      }
    }
    return (long) Math.floor(tasks + 1e-6);
  }
}
