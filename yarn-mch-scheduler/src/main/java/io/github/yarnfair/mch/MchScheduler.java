// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Multi-resource Collapsed Hierarchies for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}. Its options are those of {@link MchRule}.
 */
public final class MchScheduler extends HierarchicalScheduler {
  /** Weights of the flat rule: {@code exact}, {@code uniform} or {@code published}. */
  public static final String WEIGHTS_KEY = "yarn.scheduler.mch.weights";

  /** The least time between two computations of exact weights, in milliseconds. */
  public static final String REFRESH_INTERVAL_KEY = "yarn.scheduler.mch.refresh-interval-ms";

  /** Created by the ResourceManager. */
  public MchScheduler() {
    super(new MchRule());
  }
}
