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
package io.github.yarnfair.recording;

import java.util.Map;

/**
 * The revisions of the rules, by the names of their policies. A recording names the revision that
 * has decided: under the same name another revision may choose otherwise without a mistake.
 *
 * <p>A change of a rule by which a choice can come out otherwise raises its revision here. It needs
 * a decision as well which policy replays the revision before, if any does.
 */
public final class RuleRevisions {
  /** The revision of rules that were never changed, and of recordings that name none. */
  public static final int FIRST = 1;

  /**
   * Queues are rated by the pools of their applications. By the first revision they were rated by
   * the least application that could be served.
   */
  private static final int BY_POOLS = 2;

  private static final Map<String, Integer> CHANGED =
      Map.of(
          "hdrf", BY_POOLS,
          "dff", BY_POOLS,
          "mch-published", BY_POOLS,
          "mch-exact", BY_POOLS,
          "mch-uniform", BY_POOLS,
          "drfh", BY_POOLS,
          "udrf", BY_POOLS);

  private RuleRevisions() {}

  /** Returns this version's revision of a policy's rule, by the policy's name. */
  public static int current(String policy) {
    return CHANGED.getOrDefault(policy, FIRST);
  }

  /** Returns whether this version's rule of a policy's name rates queues by pools. */
  public static boolean ratesByPools(String policy) {
    return current(policy) >= BY_POOLS;
  }
}
