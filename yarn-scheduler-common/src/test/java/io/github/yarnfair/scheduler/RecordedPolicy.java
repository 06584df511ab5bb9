// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.policy.FairnessPolicy;

/** The policy by which a scheduler under test decides. */
public final class RecordedPolicy {
  private RecordedPolicy() {}

  /**
   * Returns a new policy like the one in force.
   *
   * @throws IllegalArgumentException if a recording names another one
   */
  public static FairnessPolicy of(HierarchicalScheduler scheduler, String name) {
    FairnessPolicy policy = scheduler.services().queues().policyForPlans();
    if (!policy.name().equals(name)) {
      throw new IllegalArgumentException("policy " + name + ": expected " + policy.name());
    }
    return policy;
  }

  /** Returns whether a scheduler records its decisions. */
  public static boolean isRecording(HierarchicalScheduler scheduler) {
    return scheduler.queues().ledger().facts() != null;
  }
}
