// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.engine.HeartbeatPlacing.Reports;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A rule with a node choice. No node is reserved, no task preempted, and masters hold nothing.
 *
 * @param rule which job is served
 * @param choice on which node
 * @param mix of tasks, for choices that depend on it; null for the tasks that wait and run
 */
public record RuleContender(Rule rule, NodeChoice choice, @Nullable Demand mix)
    implements PlacedContender {

  /** Creates a contender whose node choice knows the tasks that wait and run. */
  public RuleContender(Rule rule, NodeChoice choice) {
    this(rule, choice, null);
  }

  @Override
  public String nodeChoice() {
    return choice.configured();
  }

  @Override
  public Placing placing(PolicyCluster cluster, long seed) {
    if (choice.hasScore()) {
      return new PassPlacing(cluster, choice, mix);
    }
    boolean isLocal = !cluster.hasLimits() && rule != Rule.CS_CURRENT;
    Reports reports = isLocal ? Reports.USABLE_LOCALLY : Reports.USABLE;
    return new HeartbeatPlacing(cluster, reports, new Random(seed));
  }
}
