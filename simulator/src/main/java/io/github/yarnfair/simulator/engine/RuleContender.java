// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import io.github.yarnfair.simulator.scenario.Rule;
import java.util.Random;

/**
 * A rule with a node choice. No node is reserved, no task preempted, and masters hold nothing.
 *
 * @param rule which job is served
 * @param choice on which node
 */
public record RuleContender(Rule rule, NodeChoice choice) implements Contender {
  @Override
  public String name() {
    return rule.toString();
  }

  @Override
  public String nodeChoice() {
    return choice.configured();
  }

  @Override
  public long run(Workload workload, RunQueue root, RunBooks books, long seed) {
    PolicyCluster cluster = new PolicyCluster(workload, root, rule);
    return new EventLoop(workload, books).run(placing(cluster, seed));
  }

  /** Returns what hands out the room of a cluster by this rule and node choice. */
  Placing placing(PolicyCluster cluster, long seed) {
    if (choice.hasScore()) {
      return new PassPlacing(cluster, choice);
    }
    boolean isLocal = !cluster.hasLimits() && rule != Rule.CS_CURRENT;
    return new HeartbeatPlacing(cluster, isLocal, new Random(seed));
  }
}
