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
package io.github.yarnfair.simulator.workload;

import java.util.List;
import java.util.Map;

/**
 * The resources of a run, which are those of its nodes, by YARN's names.
 *
 * @param names memory-mb, vcores, then extended ones
 */
record ResourceNames(List<String> names) {
  static final String MEMORY = "memory-mb";
  static final String VCORES = "vcores";
  static final String GPU = "yarn.io/gpu";

  /**
   * Returns the vector of a task.
   *
   * @param amounts by name; those that are not named are 0
   * @throws InputException if an amount above 0 is of something that no node has, or all are 0
   */
  long[] demand(Where where, Map<String, Long> amounts) throws InputException {
    long[] demand = new long[names.size()];
    boolean isSome = false;
    for (Map.Entry<String, Long> amount : amounts.entrySet()) {
      int index = names.indexOf(amount.getKey());
      if (index >= 0) {
        demand[index] = amount.getValue();
      } else if (amount.getValue() > 0) {
        throw where.refuse(
            "a task with %d of %s".formatted(amount.getValue(), amount.getKey()),
            "resources that the nodes have: " + names);
      }
      isSome |= amount.getValue() > 0;
    }
    if (!isSome) {
      throw where.refuse("a task that needs nothing", "an amount above 0");
    }
    return demand;
  }
}
