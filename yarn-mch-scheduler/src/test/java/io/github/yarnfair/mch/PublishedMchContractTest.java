// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.HierarchicalPolicyContract;

class PublishedMchContractTest extends HierarchicalPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return MchPolicy.published();
  }
}
