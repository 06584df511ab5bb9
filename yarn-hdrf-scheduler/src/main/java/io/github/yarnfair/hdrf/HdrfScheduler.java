// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Hierarchical Dominant Resource Fairness for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}. Its options are those of {@link HdrfRule}.
 */
public final class HdrfScheduler extends HierarchicalScheduler {
  /** Which form of the rule: {@code corrected} or {@code published}. */
  public static final String RULE_KEY = "yarn.scheduler.hdrf.rule";

  /** Created by the ResourceManager. */
  public HdrfScheduler() {
    super(new HdrfRule());
  }
}
