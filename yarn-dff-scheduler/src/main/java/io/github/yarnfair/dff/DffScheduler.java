// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Dominant Fairness Fairness for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}. It has no options of its own.
 */
public final class DffScheduler extends HierarchicalScheduler {
  /** Created by the ResourceManager. */
  public DffScheduler() {
    super(new DffRule());
  }
}
