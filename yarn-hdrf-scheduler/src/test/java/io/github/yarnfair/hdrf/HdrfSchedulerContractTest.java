// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.scheduler.testing.RefusedOption;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerContract;
import java.util.List;

class HdrfSchedulerContractTest extends SchedulerContract {
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(HdrfScheduler.class);
  }

  @Override
  protected List<RefusedOption> refusedOptions() {
    return List.of(
        new RefusedOption(HdrfScheduler.RULE_KEY, "fairest", "expected corrected or published"));
  }
}
