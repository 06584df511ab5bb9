// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.core.policy.FairnessPolicy;
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
