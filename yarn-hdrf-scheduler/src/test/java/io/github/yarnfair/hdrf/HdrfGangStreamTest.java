// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.scheduler.testing.GangStreamContract;
import io.github.yarnfair.scheduler.testing.SchedulerConf;

class HdrfGangStreamTest extends GangStreamContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(HdrfScheduler.class);
  }
}
