// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.RuleOptions.Choice;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.hdrf.HdrfPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * UDRF. Options:
 *
 * <ul>
 *   <li>{@code hierarchy}: {@code flat} (default, {@link UdrfPolicy}) or {@code tree} ({@link
 *       HdrfPolicy}, H-DRF over the tree of queues).
 *   <li>{@code users}: the users of the paper are the {@code leaf-queues} (default) or YARN's users
 *       within each leaf queue ({@code users-of-queues}).
 * </ul>
 */
public final class UdrfRule implements SchedulerRule {
  @Override
  public String name() {
    return "udrf";
  }

  @Override
  public String title() {
    return "UDRF";
  }

  @Override
  public String schedulerClass() {
    return "io.github.yarnfair.udrf.UdrfScheduler";
  }

  @Override
  public List<RuleForm> forms() {
    return List.of(new RuleForm("udrf", UdrfPolicy::new));
  }

  @Override
  public FairnessPolicy policy(RuleOptions options) {
    return options
        .<Supplier<FairnessPolicy>>choose(
            "hierarchy",
            List.of(new Choice<>("flat", UdrfPolicy::new), new Choice<>("tree", HdrfPolicy::new)))
        .get();
  }

  @Override
  public boolean usersAreShares(RuleOptions options) {
    return options.choose(
        "users",
        List.of(new Choice<>("leaf-queues", false), new Choice<>("users-of-queues", true)));
  }

  @Override
  public Map<String, String> treeOptions() {
    return Map.of("hierarchy", "tree");
  }
}
