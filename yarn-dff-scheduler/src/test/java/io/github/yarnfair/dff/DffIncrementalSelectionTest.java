// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.IncrementalSelectionContract;

/** DFF decided along one path, against the plain recursion. */
class DffIncrementalSelectionTest extends IncrementalSelectionContract {
  @Override
  protected FairnessPolicy policy() {
    return new DffPolicy();
  }
}
