// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.balance.BalanceContract;
import io.github.yarnfair.core.policy.FairnessPolicy;
import org.junit.jupiter.api.Nested;

class MchBalanceTest {
  @Nested
  class Exact extends BalanceContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact();
    }
  }

  @Nested
  class Uniform extends BalanceContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.uniform();
    }
  }

  @Nested
  class Published extends BalanceContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.published();
    }
  }
}
