// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import org.jspecify.annotations.Nullable;

/** The entry of a node's share that is its dominant one: of which resource, and where. */
public final class DominantPart {
  private DominantPart() {}

  /** Returns the entry; -1 if the node holds nothing. */
  public static int entry(ShareTree tree, int node) {
    double share = tree.dominantShare(node);
    for (int s = 0; share > 0 && s < tree.space().shares(); s++) {
      if (tree.usedFraction(node, s) == share) {
        return s;
      }
    }
    return -1;
  }

  /**
   * Returns the partition in which a node holds its dominant share; null if it holds nothing, if
   * there is one, or if shares are of the whole cluster; empty for the nodes without a label.
   */
  public static @Nullable String partition(ShareTree tree, MachineClasses classes, int node) {
    int entry = entry(tree, node);
    boolean isOne = classes.isOne() || tree.space().kind() == ShareSpace.Kind.CLUSTER;
    return entry < 0 || isOne ? null : classes.name(tree.space().classOf(entry));
  }
}
