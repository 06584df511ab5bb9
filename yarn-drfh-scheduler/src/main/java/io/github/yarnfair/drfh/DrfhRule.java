// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.RuleForm;
import io.github.yarnfair.core.rule.RuleOptions;
import io.github.yarnfair.core.rule.RuleOptions.Choice;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.hdrf.HdrfPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * DRFH. Its option {@code hierarchy} is {@code flat} (default, {@link DrfhPolicy}) or {@code tree}
 * ({@link HdrfPolicy}, H-DRF over the tree of queues).
 */
public final class DrfhRule implements SchedulerRule {
  @Override
  public String name() {
    return "drfh";
  }

  @Override
  public String title() {
    return "DRFH";
  }

  @Override
  public String schedulerClass() {
    return "io.github.yarnfair.drfh.DrfhScheduler";
  }

  @Override
  public List<RuleForm> forms() {
    return List.of(new RuleForm("drfh", DrfhPolicy::new));
  }

  @Override
  public FairnessPolicy policy(RuleOptions options) {
    return options
        .<Supplier<FairnessPolicy>>choose(
            "hierarchy",
            List.of(new Choice<>("flat", DrfhPolicy::new), new Choice<>("tree", HdrfPolicy::new)))
        .get();
  }

  /** The paper's share is of the whole cluster. */
  @Override
  public ShareSpace.Kind shareSpace() {
    return ShareSpace.Kind.CLUSTER;
  }

  /** The paper's. */
  @Override
  public NodeChoice nodeChoice() {
    return NodeChoice.BEST_FIT;
  }

  @Override
  public Map<String, String> treeOptions() {
    return Map.of("hierarchy", "tree");
  }
}
