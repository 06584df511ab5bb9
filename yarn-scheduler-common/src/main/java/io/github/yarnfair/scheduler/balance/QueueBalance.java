// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import java.util.List;

/**
 * The balances of a queue, or of a user of a leaf queue.
 *
 * @param queue the queue's path
 * @param user the user, "" if it is the queue's own
 * @param entries those that are not 0
 */
public record QueueBalance(String queue, String user, List<Entry> entries) {

  /**
   * One balance.
   *
   * @param machineClass the name of a machine class, {@code *} for all of them together
   * @param resource the name of a resource type
   * @param amount what was held more than the queue's part, in the resource's unit times seconds;
   *     below 0 for less
   */
  public record Entry(String machineClass, String resource, double amount) {}
}
