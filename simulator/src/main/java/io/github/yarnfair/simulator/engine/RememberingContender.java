// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;

/**
 * A rule with a node choice, whose shares have a memory.
 *
 * @param by decides
 * @param memory how long and how strongly the past counts
 */
public record RememberingContender(PlacedContender by, BalanceRules memory) implements Contender {
  @Override
  public String name() {
    return by.name() + "+balance";
  }

  @Override
  public String nodeChoice() {
    return by.nodeChoice();
  }

  @Override
  public long run(Workload workload, RunQueue root, RunBooks books, long seed) {
    PolicyCluster cluster = new PolicyCluster(workload, root, by.rule());
    cluster.remember(memory);
    return new EventLoop(workload, books).run(by.placing(cluster, seed));
  }
}
