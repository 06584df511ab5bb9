// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.example;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.FairnessPolicyContract;

class MemoryPolicyContractTest extends FairnessPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return new MemoryPolicy();
  }
}
