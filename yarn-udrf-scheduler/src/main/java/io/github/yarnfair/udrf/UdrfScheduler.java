// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * User-dependence dominant resource fairness (UDRF) for YARN: the class an administrator names as
 * {@code yarn.resourcemanager.scheduler.class}. Its options are those of {@link UdrfRule}.
 */
public final class UdrfScheduler extends HierarchicalScheduler {
  /** How queues are compared: {@code flat} or {@code tree}. */
  public static final String HIERARCHY_KEY = "yarn.scheduler.udrf.hierarchy";

  /** The users of the paper: {@code leaf-queues} or {@code users-of-queues}. */
  public static final String USERS_KEY = "yarn.scheduler.udrf.users";

  /** Created by the ResourceManager. */
  public UdrfScheduler() {
    super(new UdrfRule());
  }
}
