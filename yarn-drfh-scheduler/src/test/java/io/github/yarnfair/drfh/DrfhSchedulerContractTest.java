// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.scheduler.testing.RefusedOption;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerContract;
import java.util.List;

/** Flat DRFH, the default. */
class DrfhSchedulerContractTest extends SchedulerContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(DrfhScheduler.class);
  }

  /** What expects queues to share by hierarchy is not about flat DRFH. */
  @Override
  protected SchedulerConf hierarchical() {
    return conf().yarn(DrfhScheduler.HIERARCHY_KEY, "tree");
  }

  @Override
  protected List<RefusedOption> refusedOptions() {
    return List.of(
        new RefusedOption(DrfhScheduler.HIERARCHY_KEY, "deep", "expected flat or tree"),
        new RefusedOption(DrfhScheduler.HIERARCHY_KEY, "Tree", "expected flat or tree"));
  }
}
