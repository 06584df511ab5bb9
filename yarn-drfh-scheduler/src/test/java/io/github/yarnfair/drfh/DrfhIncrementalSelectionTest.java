// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.IncrementalSelectionContract;

/** Flat DRFH decided along one path, against the plain recursion. */
class DrfhIncrementalSelectionTest extends IncrementalSelectionContract {
  @Override
  protected FairnessPolicy policy() {
    return new DrfhPolicy();
  }
}
