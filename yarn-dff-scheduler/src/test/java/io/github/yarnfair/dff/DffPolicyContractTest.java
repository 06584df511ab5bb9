// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.HierarchicalPolicyContract;

class DffPolicyContractTest extends HierarchicalPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return new DffPolicy();
  }
}
