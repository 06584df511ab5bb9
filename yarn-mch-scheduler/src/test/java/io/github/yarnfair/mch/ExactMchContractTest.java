// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.HierarchicalPolicyContract;

class ExactMchContractTest extends HierarchicalPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return MchPolicy.exact();
  }
}
