// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.scenario.TestSize;

/** The same, at a size at which what each queue leaves behind would matter. */
class ManyQueuesTest extends QueueEndTest {
  @Override
  int count() {
    return TestSize.of(3000);
  }
}
