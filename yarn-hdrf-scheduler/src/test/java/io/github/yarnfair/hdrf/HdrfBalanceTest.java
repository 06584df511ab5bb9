// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.core.balance.BalanceContract;
import io.github.yarnfair.core.policy.FairnessPolicy;

class HdrfBalanceTest extends BalanceContract {
  @Override
  protected FairnessPolicy policy() {
    return new HdrfPolicy();
  }
}
