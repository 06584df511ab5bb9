// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.policy.FlatPolicy;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.HierarchicalScheduler;

/** Flat DRF: all applications are equal, and queues mean nothing. What it gives is not ideal. */
public final class FlatScheduler extends HierarchicalScheduler {
  /** Created by the ResourceManager. */
  public FlatScheduler() {
    super(new Rule());
  }

  /** Its rule. */
  public static final class Rule extends TestRule {
    /** Created by the class loader of {@link SchedulerConf}. */
    public Rule() {
      super(FlatScheduler.class, AllEqual::new);
    }
  }

  private static final class AllEqual extends FlatPolicy {
    @Override
    public String name() {
      return "flat";
    }

    @Override
    public void prepare(ShareTree tree) {}

    @Override
    public double flatWeight(int leaf) {
      return 1;
    }
  }
}
