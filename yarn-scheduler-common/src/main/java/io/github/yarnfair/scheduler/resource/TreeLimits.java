// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.tree.ShareTree;
import org.apache.hadoop.yarn.api.records.Resource;

/** What nodes of a share tree, or of a copy of it, may hold. */
public final class TreeLimits {
  private final ShareTree tree;
  private final MachineClasses classes;
  private final ResourceVectors vectors;

  /**
   * @param classes whose amounts the tree has
   */
  public TreeLimits(ShareTree tree, MachineClasses classes, ResourceVectors vectors) {
    this.tree = tree;
    this.classes = classes;
    this.vectors = vectors;
  }

  /**
   * Returns the most that a node may hold; all where nothing limits it. Of several partitions, in
   * the one without a label.
   */
  public Resource limit(int node) {
    long[] most = new long[vectors.length()];
    for (int pair = 0; pair < classes.figurePairs(); pair++) {
      most[pair % most.length] += Math.min(tree.limit(node, pair), tree.capacity(pair));
    }
    return vectors.toResource(most);
  }

  /** Returns the most that a node may hold of a class; all of it where nothing limits it. */
  public Resource limit(int node, int machineClass) {
    long[] most = new long[vectors.length()];
    for (int j = 0; j < most.length; j++) {
      int pair = classes.offset(machineClass) + j;
      most[j] = Math.min(tree.limit(node, pair), tree.capacity(pair));
    }
    return vectors.toResource(most);
  }

  /** Returns the largest part of any resource that a node may hold: 0 to 1. */
  public double fraction(int node) {
    return fraction(node, 0, classes.figurePairs());
  }

  /** Returns the largest part of any resource of a class that a node may hold: 0 to 1. */
  public double fraction(int node, int machineClass) {
    int first = classes.offset(machineClass);
    return fraction(node, first, first + vectors.length());
  }

  /** Resources of which there are none say nothing; of nothing at all a queue may hold all. */
  private double fraction(int node, int firstPair, int endPair) {
    double most = 0.0;
    boolean isAny = false;
    for (int j = firstPair; j < endPair; j++) {
      long total = tree.capacity(j);
      isAny |= total > 0;
      most = Math.max(most, total > 0 ? Math.min(1.0, (double) tree.limit(node, j) / total) : 0.0);
    }
    return isAny ? most : 1.0;
  }
}
