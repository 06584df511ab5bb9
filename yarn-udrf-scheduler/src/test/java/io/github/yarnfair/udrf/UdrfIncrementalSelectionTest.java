// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.IncrementalSelectionContract;

/** Flat UDRF decided along one path, against the plain recursion. */
class UdrfIncrementalSelectionTest extends IncrementalSelectionContract {
  @Override
  protected FairnessPolicy policy() {
    return new UdrfPolicy();
  }
}
