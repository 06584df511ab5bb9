// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.FairnessPolicyContract;

/** Not {@code HierarchicalPolicyContract}: the flat policy is not meant to be fair to queues. */
class UdrfPolicyContractTest extends FairnessPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return new UdrfPolicy();
  }
}
