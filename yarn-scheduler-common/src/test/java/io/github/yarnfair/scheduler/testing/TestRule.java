// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.SchedulerRule;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** A rule without options, for a scheduler of tests. */
public class TestRule implements SchedulerRule {
  private final Class<?> scheduler;
  private final Supplier<FairnessPolicy> policies;

  /**
   * @param scheduler names the rule: {@code naive} for {@code NaiveScheduler}
   * @param policies makes the policies
   */
  public TestRule(Class<?> scheduler, Supplier<FairnessPolicy> policies) {
    this.scheduler = scheduler;
    this.policies = policies;
  }

  @Override
  public String name() {
    return schedulerName().replace("Scheduler", "").toLowerCase(Locale.ROOT);
  }

  @Override
  public String title() {
    return schedulerName();
  }

  @Override
  public String schedulerClass() {
    return scheduler.getName();
  }

  @Override
  public String schedulerName() {
    return scheduler.getSimpleName();
  }

  @Override
  public List<RuleForm> forms() {
    return List.of(new RuleForm(name(), policies));
  }

  @Override
  public FairnessPolicy policy(RuleOptions options) {
    return policies.get();
  }
}
