// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.balance.BalanceContract;
import io.github.yarnfair.core.policy.FairnessPolicy;

class UdrfBalanceTest extends BalanceContract {
  @Override
  protected FairnessPolicy policy() {
    return new UdrfPolicy();
  }
}
