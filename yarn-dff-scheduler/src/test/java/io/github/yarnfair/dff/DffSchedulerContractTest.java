// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.scheduler.testing.RefusedOption;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerContract;
import java.util.List;

class DffSchedulerContractTest extends SchedulerContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(DffScheduler.class);
  }

  @Override
  protected List<RefusedOption> refusedOptions() {
    return List.of();
  }
}
