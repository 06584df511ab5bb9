// SPDX-License-Identifier: Apache-2.0
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
