// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.balance.BalanceContract;

class HdrfBalanceTest extends BalanceContract {
  @Override
  protected FairnessPolicy policy() {
    return new HdrfPolicy();
  }
}
