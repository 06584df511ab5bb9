// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.example;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.SchedulerRule;
import java.util.List;

/** Weighted max-min fairness of memory, without options of its own. */
public final class MemoryRule implements SchedulerRule {
  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String title() {
    return "Memory";
  }

  @Override
  public String schedulerClass() {
    return "io.github.yarnfair.example.MemoryScheduler";
  }

  @Override
  public List<RuleForm> forms() {
    return List.of(new RuleForm("memory", MemoryPolicy::new));
  }

  @Override
  public FairnessPolicy policy(RuleOptions options) {
    return new MemoryPolicy();
  }
}
