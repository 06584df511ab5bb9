// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import org.junit.jupiter.api.Nested;

/** Partitions, where nodes are chosen by the heartbeat, and by a score of all nodes. */
class LabelTest {
  @Nested
  class OfHeartbeats extends LabelContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class);
    }
  }

  @Nested
  class OfPasses extends LabelContract {
    @Override
    SchedulerConf conf() {
      return SchedulerConf.of(NaiveScheduler.class).option("node-choice", "best-fit");
    }
  }
}
