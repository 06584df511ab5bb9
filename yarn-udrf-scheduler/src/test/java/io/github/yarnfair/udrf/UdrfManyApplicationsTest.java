// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.ManyApplicationsContract;

class UdrfManyApplicationsTest extends ManyApplicationsContract {
  @Override
  protected FairnessPolicy policy() {
    return new UdrfPolicy();
  }
}
