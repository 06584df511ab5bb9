// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

/**
 * Which leaves take part in the division of the cluster: those with a task pending <em>or</em>
 * running, or one that is {@linkplain Demand#withUnserved not to be served now}. If only pending
 * tasks counted, a leaf would lose its part, and its siblings would gain it, at the moment when its
 * last task starts. Pending tasks that {@linkplain ShareSpace float} among machine classes do not
 * count: the machine class that they use, and with it some of the resources that they need, is
 * known only when they run.
 */
public final class Activity {
  private Activity() {}

  /** Returns whether a leaf has anything pending or running. */
  public static boolean isActive(ShareTree tree, int leaf) {
    return !tree.fixedDemand(leaf).all().isEmpty() || !tree.holdsNothing(leaf);
  }

  /** Returns whether a leaf has a task pending or running that adds to an entry of its share. */
  public static boolean demands(ShareTree tree, int leaf, int share) {
    if (tree.shareUsage(leaf, share) > 0) {
      return true;
    }
    Demand pending = tree.fixedDemand(leaf).all();
    for (int i = 0; i < pending.size(); i++) {
      if (tree.space().shareAmount(pending, i, share) > 0) {
        return true;
      }
    }
    return false;
  }
}
