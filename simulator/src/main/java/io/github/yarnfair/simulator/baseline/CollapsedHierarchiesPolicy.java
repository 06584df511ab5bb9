// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.ideal.HierarchicalGuarantee;
import io.github.yarnfair.core.policy.FlatPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * Collapsed hierarchies (section 3.2 of the paper cited by {@link NaivePolicy}): flat DRF where
 * each leaf weighs what the hierarchy guarantees it. Queues whose children want different resources
 * get less than their guarantee.
 */
public final class CollapsedHierarchiesPolicy extends FlatPolicy {
  private final HierarchicalGuarantee guarantee = new HierarchicalGuarantee();

  @Override
  public String name() {
    return "ch";
  }

  @Override
  public void prepare(ShareTree tree) {
    guarantee.compute(tree);
  }

  @Override
  public double flatWeight(int leaf) {
    return guarantee.of(leaf);
  }
}
