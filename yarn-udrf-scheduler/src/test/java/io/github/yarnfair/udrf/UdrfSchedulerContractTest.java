// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.scheduler.testing.RefusedOption;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerContract;
import java.util.List;

/** Flat UDRF, the default. */
class UdrfSchedulerContractTest extends SchedulerContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(UdrfScheduler.class);
  }

  /** What expects queues to share by hierarchy is not about flat UDRF. */
  @Override
  protected SchedulerConf hierarchical() {
    return conf().yarn(UdrfScheduler.HIERARCHY_KEY, "tree");
  }

  @Override
  protected List<RefusedOption> refusedOptions() {
    return List.of(
        new RefusedOption(UdrfScheduler.HIERARCHY_KEY, "deep", "expected flat or tree"),
        new RefusedOption(UdrfScheduler.HIERARCHY_KEY, "Tree", "expected flat or tree"),
        new RefusedOption(
            UdrfScheduler.USERS_KEY, "queues", "expected leaf-queues or users-of-queues"));
  }
}
