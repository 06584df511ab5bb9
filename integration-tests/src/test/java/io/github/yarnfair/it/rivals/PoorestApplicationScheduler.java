// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.PoorestApplicationPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.List;

/**
 * H-DRF with whole applications as its leaves: a queue counts as if each of its applications held
 * no more than the poorest that can be served. A queue with more applications than it can have
 * tasks then counts as empty, whatever it holds.
 */
public final class PoorestApplicationScheduler extends HierarchicalScheduler {
  /** Created by the host. */
  public PoorestApplicationScheduler() {
    super(new Rule());
  }

  private static final class Rule implements SchedulerRule {
    @Override
    public String name() {
      return "poorest";
    }

    @Override
    public String title() {
      return "Poorest application";
    }

    @Override
    public String schedulerClass() {
      return PoorestApplicationScheduler.class.getName();
    }

    @Override
    public List<RuleForm> forms() {
      return List.of(new RuleForm(name(), PoorestApplicationPolicy::new));
    }

    @Override
    public FairnessPolicy policy(RuleOptions options) {
      return new PoorestApplicationPolicy();
    }
  }
}
