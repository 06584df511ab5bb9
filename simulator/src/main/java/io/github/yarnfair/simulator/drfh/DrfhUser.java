// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import io.github.yarnfair.core.tree.Demand;
import java.util.Arrays;

/**
 * A user of the servers, all of whose tasks are equal.
 *
 * @param demand what one task needs of each resource, in whole units; 0 is allowed
 * @param weight the relative weight of its share
 * @param tasks how many tasks it has, {@link Demand#ENDLESS} if they never run out
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DrfhUser(long[] demand, double weight, long tasks) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if an amount or the number of tasks is negative, or the weight
   *     not a positive, finite number
   */
  public DrfhUser {
    Amounts.check(demand);
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "weight " + weight + ": expected a positive, finite number");
    }
    if (tasks < 0) {
      throw new IllegalArgumentException(tasks + " tasks: the number must not be negative");
    }
    demand = demand.clone();
  }

  /** Returns the number of tasks, +∞ if they never run out. */
  double mostTasks() {
    return tasks == Demand.ENDLESS ? Double.POSITIVE_INFINITY : tasks;
  }

  @Override
  public String toString() {
    return (tasks == Demand.ENDLESS ? "endless" : tasks + "")
        + " x "
        + Arrays.toString(demand)
        + ", weight "
        + weight;
  }
}
