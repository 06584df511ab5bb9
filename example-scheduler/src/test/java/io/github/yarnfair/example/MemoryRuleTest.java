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
package io.github.yarnfair.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import org.junit.jupiter.api.Test;

class MemoryRuleTest {
  @Test
  void registryHasTheRuleOfThisModuleAlone() {
    assertThat(SchedulerRules.all()).extracting(SchedulerRule::name).containsExactly("memory");
    SchedulerRule rule = SchedulerRules.named("Memory").orElseThrow();
    assertThat(rule.schedulerClass()).isEqualTo(MemoryScheduler.class.getName());
    assertThat(new MemoryScheduler().rule().optionPrefix()).isEqualTo("yarn.scheduler.memory.");
  }
}
