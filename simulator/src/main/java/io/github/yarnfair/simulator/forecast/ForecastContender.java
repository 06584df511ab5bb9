// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.forecast;

import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.EventLoop;
import io.github.yarnfair.simulator.engine.PolicyCluster;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.RunBooks;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;

/**
 * A rule with a node choice, whose starts are forecast while it runs.
 *
 * @param by decides
 * @param forecasts also has to be among the observers of the run
 */
public record ForecastContender(RuleContender by, StartForecasts forecasts) implements Contender {
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
    forecasts.watch(cluster, by.rule());
    return new EventLoop(workload, books).run(by.placing(cluster, seed));
  }
}
