// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;

/**
 * A rule with a node choice, until a time: what waits and runs then is left as it is.
 *
 * @param by decides
 * @param untilMillis when the run ends, in milliseconds from its start
 */
public record BoundedContender(PlacedContender by, long untilMillis) implements Contender {
  @Override
  public String name() {
    return by.name();
  }

  @Override
  public String nodeChoice() {
    return by.nodeChoice();
  }

  @Override
  public long run(Workload workload, RunQueue root, RunBooks books, long seed) {
    PolicyCluster cluster = new PolicyCluster(workload, root, by.rule());
    return new EventLoop(workload, books, untilMillis).run(by.placing(cluster, seed));
  }
}
