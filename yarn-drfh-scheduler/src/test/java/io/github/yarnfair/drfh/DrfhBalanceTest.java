// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.balance.BalanceContract;

class DrfhBalanceTest extends BalanceContract {
  @Override
  protected FairnessPolicy policy() {
    return new DrfhPolicy();
  }
}
