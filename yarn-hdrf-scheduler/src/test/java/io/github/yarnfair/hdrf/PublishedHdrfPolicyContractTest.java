// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.HierarchicalPolicyContract;

class PublishedHdrfPolicyContractTest extends HierarchicalPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return new PublishedHdrfPolicy();
  }
}
