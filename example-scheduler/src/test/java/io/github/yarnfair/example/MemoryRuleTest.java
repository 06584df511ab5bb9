// SPDX-License-Identifier: Apache-2.0
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
