// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import org.junit.jupiter.api.Test;

class NaivePolicyContractTest extends HierarchicalPolicyContract {
  @Override
  protected FairnessPolicy policy() {
    return new NaivePolicy();
  }

  /** The first queue's tasks in one class keep it from the other one. */
  @Override
  @Test
  protected void weightsByClassDivideNodesOfEachClass() {
    expectTasksOfTwoQueues(false, 400, 0, 0, 400);
  }
}
