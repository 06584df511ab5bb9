// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;

/** A rule that says which job is served, and a way to choose nodes. */
public interface PlacedContender extends Contender {
  /** Returns which job is served. */
  Rule rule();

  /**
   * Returns what hands out the room of a cluster by this rule and node choice.
   *
   * @param seed of the order in which nodes report
   */
  Placing placing(PolicyCluster cluster, long seed);

  @Override
  default String name() {
    return rule().toString();
  }

  @Override
  default long run(Workload workload, RunQueue root, RunBooks books, long seed) {
    PolicyCluster cluster = new PolicyCluster(workload, root, rule());
    return new EventLoop(workload, books).run(placing(cluster, seed));
  }
}
