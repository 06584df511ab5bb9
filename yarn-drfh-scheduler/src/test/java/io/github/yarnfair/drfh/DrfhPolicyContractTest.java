// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.FairnessPolicyContract;

/** Not {@code HierarchicalPolicyContract}: the flat policy is not meant to be fair to queues. */
class DrfhPolicyContractTest extends FairnessPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return new DrfhPolicy();
  }
}
