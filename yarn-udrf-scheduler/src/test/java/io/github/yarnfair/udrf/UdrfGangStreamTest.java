// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.scheduler.testing.GangStreamContract;
import io.github.yarnfair.scheduler.testing.SchedulerConf;

class UdrfGangStreamTest extends GangStreamContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(UdrfScheduler.class);
  }
}
