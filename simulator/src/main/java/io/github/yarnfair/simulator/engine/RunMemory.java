// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * The balances of the queues of a run, on its clock: an epoch ends each minute, also where nothing
 * else happens, as in a ResourceManager whose nodes report each second.
 */
final class RunMemory {
  private final Balances balances;
  private long now;
  private long epochBegan;
  private boolean hasBegun;

  RunMemory(ShareTree tree, BalanceRules rules) {
    balances = new Balances(tree, rules, () -> now);
  }

  Balances balances() {
    return balances;
  }

  /** Lets the time pass until the next event, and epochs end that are over by then. */
  void at(long time) {
    if (!hasBegun) {
      hasBegun = true;
      epochBegan = time;
    }
    while (time - epochBegan >= BalanceRules.EPOCH_MILLIS) {
      epochBegan += BalanceRules.EPOCH_MILLIS;
      now = epochBegan;
      balances.endEpoch();
    }
    now = time;
  }
}
