// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.example;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.FairnessPolicyContract;

class MemoryPolicyContractTest extends FairnessPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return new MemoryPolicy();
  }
}
