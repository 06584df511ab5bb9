// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.balance.BalanceContract;
import io.github.yarnfair.core.policy.FairnessPolicy;

class DrfhBalanceTest extends BalanceContract {
  @Override
  protected FairnessPolicy policy() {
    return new DrfhPolicy();
  }
}
