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

import org.junit.jupiter.api.Nested;

/** Random events with the audit, with each way to choose nodes from a score. */
class NodeChoiceEventsTest {
  private static SchedulerConf choosing(String choice) {
    return SchedulerConf.of(NaiveScheduler.class)
        .option("node-choice", choice)
        .option("node-choice.maximum-containers-per-pass", 5);
  }

  @Nested
  class OfFirstFit extends RandomEventsContract {
    @Override
    SchedulerConf conf() {
      return choosing("first-fit");
    }
  }

  @Nested
  class OfBestFit extends RandomEventsContract {
    @Override
    SchedulerConf conf() {
      return choosing("best-fit");
    }
  }

  @Nested
  class OfDotProduct extends RandomEventsContract {
    @Override
    SchedulerConf conf() {
      return choosing("dot-product");
    }
  }

  @Nested
  class OfFragmentation extends RandomEventsContract {
    @Override
    SchedulerConf conf() {
      return choosing("fragmentation");
    }
  }

  @Nested
  class OfSpread extends RandomEventsContract {
    @Override
    SchedulerConf conf() {
      return choosing("spread");
    }
  }
}
