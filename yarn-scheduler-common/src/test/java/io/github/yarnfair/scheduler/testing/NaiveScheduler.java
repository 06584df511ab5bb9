// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Naive hierarchical DRF (H-DRF paper, section 3.3): the plainest scheduler there is, and the rival
 * of the others.
 */
public final class NaiveScheduler extends HierarchicalScheduler {
  /** Created by the ResourceManager. */
  public NaiveScheduler() {
    super(new Rule());
  }

  /** Its rule. */
  public static final class Rule extends TestRule {
    /** Created by the class loader of {@link SchedulerConf}. */
    public Rule() {
      super(NaiveScheduler.class, NaivePolicy::new);
    }
  }
}
