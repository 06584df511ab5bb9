// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.core.balance.BalanceContract;
import io.github.yarnfair.core.policy.FairnessPolicy;

class DffBalanceTest extends BalanceContract {
  @Override
  protected FairnessPolicy policy() {
    return new DffPolicy();
  }
}
