// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The balances of all queues and users as of the last epoch's end.
 *
 * @param rules null if shares have no memory
 * @param queues empty then
 */
public record BalanceReport(@Nullable BalanceRules rules, List<Line> queues) {

  /**
   * One balance.
   *
   * @param queue the queue's path
   * @param user the user, "" if it is the queue's own
   * @param machineClass the name of a machine class, {@code *} for all of them together
   * @param resource the name of a resource type
   * @param amount what was held more than the queue's part, in the resource's unit times seconds;
   *     below 0 for less
   * @param relative the same by what the part comes to in the time that is remembered
   * @param factor by what the configured weight is multiplied in the machine class
   */
  public record Line(
      String queue,
      String user,
      String machineClass,
      String resource,
      double amount,
      double relative,
      double factor) {}
}
