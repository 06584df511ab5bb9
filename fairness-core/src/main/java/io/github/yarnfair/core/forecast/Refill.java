// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What the nodes of a share tree would hold if all held and pending tasks were placed again, one by
 * one in the turns of a policy, on empty nodes. Other than {@link
 * io.github.yarnfair.core.ideal.IdealShare} it depends on the policy, on the sizes of nodes and
 * tasks, and on the order of the nodes. O(tasks · decision).
 */
public final class Refill {
  private Refill() {}

  /**
   * Returns the share tree with the tasks that were placed; those that were not are pending.
   *
   * @param tree not changed; under the same handles
   * @param policy used for this alone
   * @param nodes what each node has, as the share tree has offers
   * @param isOver asked once for each node; true ends the placing early
   */
  public static ShareTree of(
      ShareTree tree, FairnessPolicy policy, List<long[]> nodes, BooleanSupplier isOver) {
    ShareTree copy = tree.copy();
    for (int leaf = 0; leaf < copy.handleBound(); leaf++) {
      if (copy.contains(leaf) && copy.isLeaf(leaf)) {
        release(copy, leaf);
      }
    }
    GivingAway giving = new GivingAway(copy, policy.over(copy));
    for (long[] node : nodes) {
      if (isOver.getAsBoolean()) {
        break;
      }
      giving.giveAway(node.clone(), (leaf, amounts) -> {});
    }
    return copy;
  }

  private static void release(ShareTree tree, int leaf) {
    Demand held = tree.held(leaf);
    Demand demand = tree.demand(leaf);
    for (int i = 0; i < held.size(); i++) {
      long[] task = held.vector(i);
      for (long n = 0; n < held.tasks(i); n++) {
        tree.release(leaf, task);
      }
      demand = demand.plus(task, held.tasks(i));
    }
    tree.setDemand(leaf, demand);
  }
}
