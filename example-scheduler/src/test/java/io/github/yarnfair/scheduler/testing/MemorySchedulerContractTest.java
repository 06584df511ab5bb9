/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
