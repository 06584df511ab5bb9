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
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The node-headroom options are checked before anything starts. */
class HeadroomOptionsSchedulerTest {
  private static final String KEY = "yarn.scheduler.hdrf.node-headroom";

  @ParameterizedTest
  @CsvSource({
    "'', reservations, 'one of reservation, largest-task, none'",
    "'', Largest-Task, 'one of reservation, largest-task, none'",
    ".timeout-ms, 0, a whole number of milliseconds above 0",
    ".timeout-ms, 5min, a whole number of milliseconds above 0",
    ".reserved-nodes-per-application, 0, 'a part of the nodes, above 0 and at most 1'",
    ".reserved-nodes-per-application, 3, 'a part of the nodes, above 0 and at most 1'",
    ".reserved-nodes-per-queue, many, 'a part of the nodes, above 0 and at most 1'",
  })
  void aBadValueIsRefusedAndNamed(String suffix, String value, String expected) {
    SchedulerConf conf =
        SchedulerConf.of(HdrfScheduler.class).queues("root", "a").yarn(KEY + suffix, value);
    assertThatThrownBy(() -> new SchedulerFixture(conf))
        .hasStackTraceContaining(KEY + suffix + " = \"" + value + "\": expected " + expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reservation", "largest-task", "none"})
  void eachModeStarts(String mode) {
    try (SchedulerFixture cluster =
        new SchedulerFixture(
            SchedulerConf.of(HdrfScheduler.class).queues("root", "a").yarn(KEY, mode))) {
      cluster.verify();
    }
  }

  @Test
  void aRefreshWithABadValueChangesNothing() {
    SchedulerConf conf = SchedulerConf.of(HdrfScheduler.class).queues("root", "a");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      assertThatThrownBy(
              () ->
                  cluster.scheduler.reinitialize(
                      conf.copy().yarn(KEY, "some").build(), cluster.rm.getRMContext()))
          .hasMessageContaining(KEY + " = \"some\": expected");
      cluster.verify();
    }
  }
}
