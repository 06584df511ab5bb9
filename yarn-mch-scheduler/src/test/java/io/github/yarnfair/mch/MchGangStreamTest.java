// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.scheduler.testing.GangStreamContract;
import io.github.yarnfair.scheduler.testing.SchedulerConf;

class MchGangStreamTest extends GangStreamContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(MchScheduler.class);
  }
}
