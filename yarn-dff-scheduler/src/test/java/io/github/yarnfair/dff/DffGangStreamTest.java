// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.scheduler.testing.GangStreamContract;
import io.github.yarnfair.scheduler.testing.SchedulerConf;

class DffGangStreamTest extends GangStreamContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(DffScheduler.class);
  }
}
