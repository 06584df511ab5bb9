// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.scheduler.testing.GangStreamContract;
import io.github.yarnfair.scheduler.testing.SchedulerConf;

class DrfhGangStreamTest extends GangStreamContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(DrfhScheduler.class);
  }
}
