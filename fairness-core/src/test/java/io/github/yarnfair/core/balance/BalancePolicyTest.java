// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;

class BalancePolicyTest extends BalanceContract {
  @Override
  protected FairnessPolicy policy() {
    return new NaivePolicy();
  }
}
