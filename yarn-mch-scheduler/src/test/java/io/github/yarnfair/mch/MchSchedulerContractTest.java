// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.scheduler.testing.RefusedOption;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerContract;
import java.util.List;

class MchSchedulerContractTest extends SchedulerContract {
  /** Exact weights without delay: a test lasts shorter than the usual interval. */
  @Override
  protected SchedulerConf conf() {
    return SchedulerConf.of(MchScheduler.class).yarn(MchScheduler.REFRESH_INTERVAL_KEY, 0);
  }

  @Override
  protected List<RefusedOption> refusedOptions() {
    return List.of(
        new RefusedOption(
            MchScheduler.WEIGHTS_KEY, "fairest", "expected exact, uniform or published"),
        new RefusedOption(MchScheduler.REFRESH_INTERVAL_KEY, "-1", "expected a whole number"),
        new RefusedOption(MchScheduler.REFRESH_INTERVAL_KEY, "1s", "expected a whole number"),
        new RefusedOption(MchScheduler.REFRESH_INTERVAL_KEY, "3600001", "from 0 to 3600000"));
  }
}
