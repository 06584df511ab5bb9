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

import io.github.yarnfair.core.FairnessPolicy;
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
