// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.ManyApplicationsContract;

class DrfhManyApplicationsTest extends ManyApplicationsContract {
  @Override
  protected FairnessPolicy policy() {
    return new DrfhPolicy();
  }
}
