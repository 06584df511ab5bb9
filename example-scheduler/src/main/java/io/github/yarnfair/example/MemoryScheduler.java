// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.example;

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/** The class that {@code yarn.resourcemanager.scheduler.class} names. */
public final class MemoryScheduler extends HierarchicalScheduler {
  /** Created by the ResourceManager. */
  public MemoryScheduler() {
    super(new MemoryRule());
  }
}
