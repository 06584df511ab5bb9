// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * DRF on heterogeneous servers (DRFH) for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}. Its options are those of {@link DrfhRule}.
 */
public final class DrfhScheduler extends HierarchicalScheduler {
  /** How queues are compared: {@code flat} or {@code tree}. */
  public static final String HIERARCHY_KEY = "yarn.scheduler.drfh.hierarchy";

  /** Created by the ResourceManager. */
  public DrfhScheduler() {
    super(new DrfhRule());
  }
}
