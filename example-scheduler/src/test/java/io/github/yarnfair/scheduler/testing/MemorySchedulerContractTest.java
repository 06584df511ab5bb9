// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.example.MemoryScheduler;
import org.junit.jupiter.api.Nested;

/**
 * The contracts of a scheduler that no notion of fairness can break. Of the rest of {@link
 * SchedulerContract} weighted memory fails nine tests, as DRF's rivals should.
 */
class MemorySchedulerContractTest {
  private static SchedulerConf memory() {
    return SchedulerConf.of(MemoryScheduler.class);
  }

  @Nested
  class Allocation extends AllocationContract {
    @Override
    SchedulerConf conf() {
      return memory();
    }
  }

  @Nested
  class Limit extends LimitContract {
    @Override
    SchedulerConf conf() {
      return memory();
    }
  }

  @Nested
  class RandomEvents extends RandomEventsContract {
    @Override
    SchedulerConf conf() {
      return memory();
    }
  }

  @Nested
  class Recording extends RecordingContract {
    @Override
    SchedulerConf conf() {
      return memory();
    }
  }
}
