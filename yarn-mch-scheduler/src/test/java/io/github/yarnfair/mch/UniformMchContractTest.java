// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.HierarchicalPolicyContract;

class UniformMchContractTest extends HierarchicalPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return MchPolicy.uniform();
  }
}
