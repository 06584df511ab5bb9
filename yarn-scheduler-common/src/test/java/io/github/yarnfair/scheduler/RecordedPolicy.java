/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.FairnessPolicy;

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
