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

import io.github.yarnfair.core.FairnessPolicy;
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
