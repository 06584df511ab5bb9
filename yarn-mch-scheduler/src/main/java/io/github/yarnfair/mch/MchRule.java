// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.RuleOptions.Choice;
import io.github.yarnfair.core.rule.SchedulerRule;
import java.util.List;
import java.util.function.Supplier;

/**
 * MCH. Options:
 *
 * <ul>
 *   <li>{@code weights}: {@code exact} (default), {@code uniform} or {@code published}; see {@link
 *       MchPolicy}.
 *   <li>{@code refresh-interval-ms}: maximum staleness of exact weights, in milliseconds, 1000 by
 *       default. They are recomputed before a decision, under the scheduler's lock; with 0 before
 *       every decision for which something that they depend on has changed.
 * </ul>
 */
public final class MchRule implements SchedulerRule {
  private static final long DEFAULT_REFRESH_INTERVAL = 1000;
  private static final long LONGEST_REFRESH_INTERVAL = 3_600_000;

  @Override
  public String name() {
    return "mch";
  }

  @Override
  public String title() {
    return "MCH";
  }

  @Override
  public String schedulerClass() {
    return "io.github.yarnfair.mch.MchScheduler";
  }

  @Override
  public List<RuleForm> forms() {
    return List.of(
        new RuleForm("mch-exact", MchPolicy::exact),
        new RuleForm("mch-uniform", MchPolicy::uniform),
        new RuleForm("mch", MchPolicy::published));
  }

  @Override
  public FairnessPolicy policy(RuleOptions options) {
    long interval =
        options.millis("refresh-interval-ms", DEFAULT_REFRESH_INTERVAL, LONGEST_REFRESH_INTERVAL);
    return options
        .<Supplier<FairnessPolicy>>choose(
            "weights",
            List.of(
                new Choice<>(
                    "exact",
                    () -> MchPolicy.exact(new RecentIdealShare(interval, options.clock()))),
                new Choice<>("uniform", MchPolicy::uniform),
                new Choice<>("published", MchPolicy::published)))
        .get();
  }
}
