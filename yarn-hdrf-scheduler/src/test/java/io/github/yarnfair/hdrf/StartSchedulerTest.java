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

import org.junit.jupiter.api.Test;

/** A ResourceManager with a bad configuration does not start, and says what to mend. */
class StartSchedulerTest {
  private final SchedulerConf good =
      SchedulerConf.hdrf()
          .queues("root", "a,b")
          .set("root.a.capacity", "1w")
          .set("root.b.capacity", "1w");

  @Test
  void aRuleThatDoesNotExist() {
    assertRefused(
        good.copy().yarn(HdrfScheduler.RULE_KEY, "fairest"),
        HdrfScheduler.RULE_KEY,
        "fairest",
        "expected corrected or published");
  }

  @Test
  void aNegativeWeight() {
    assertRefused(
        good.copy().set("root.a.capacity", "-1w"),
        "yarn.scheduler.capacity.root.a.capacity",
        "-1w",
        "expected");
  }

  @Test
  void aQueueInAPathThatDoesNotExist() {
    assertRefused(
        good.copy().set("root.aa.capacity", "1w"), "yarn.scheduler.capacity.root.aa.capacity");
  }

  @Test
  void noFileAndNoQueues() {
    assertRefused(
        good.copy().unset("root.queues"),
        "capacity-scheduler.xml",
        "yarn.scheduler.capacity.root.queues");
  }

  private static void assertRefused(SchedulerConf bad, String... named) {
    try (SchedulerErrors errors = new SchedulerErrors()) {
      for (String name : named) {
        assertThatThrownBy(() -> SchedulerFixture.resourceManager(bad, null, errors))
            .hasStackTraceContaining(name);
      }
    }
  }
}
