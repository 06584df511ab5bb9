// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.RuleOptions.Choice;
import io.github.yarnfair.core.rule.SchedulerRule;
import java.util.List;
import java.util.function.Supplier;

/** H-DRF. Its option {@code rule} is {@code corrected} (default) or {@code published}. */
public final class HdrfRule implements SchedulerRule {
  @Override
  public String name() {
    return "hdrf";
  }

  @Override
  public String title() {
    return "H-DRF";
  }

  @Override
  public String schedulerClass() {
    return "io.github.yarnfair.hdrf.HdrfScheduler";
  }

  @Override
  public List<RuleForm> forms() {
    return List.of(
        new RuleForm("h-drf", HdrfPolicy::new),
        new RuleForm("h-drf-published", PublishedHdrfPolicy::new));
  }

  @Override
  public FairnessPolicy policy(RuleOptions options) {
    return options
        .<Supplier<FairnessPolicy>>choose(
            "rule",
            List.of(
                new Choice<>("corrected", HdrfPolicy::new),
                new Choice<>("published", PublishedHdrfPolicy::new)))
        .get();
  }
}
