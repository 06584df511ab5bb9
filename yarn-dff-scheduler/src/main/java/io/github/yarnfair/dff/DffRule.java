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
package io.github.yarnfair.dff;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.SchedulerRule;
import java.util.List;

/** DFF, without options of its own. */
public final class DffRule implements SchedulerRule {
  @Override
  public String name() {
    return "dff";
  }

  @Override
  public String title() {
    return "DFF";
  }

  @Override
  public String schedulerClass() {
    return "io.github.yarnfair.dff.DffScheduler";
  }

  @Override
  public List<RuleForm> forms() {
    return List.of(new RuleForm("dff", DffPolicy::new));
  }

  @Override
  public FairnessPolicy policy(RuleOptions options) {
    return new DffPolicy();
  }
}
