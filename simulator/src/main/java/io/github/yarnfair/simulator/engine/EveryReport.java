// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.engine.HeartbeatPlacing.Reports;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Random;

/**
 * A rule that is asked at the report of each node, also where no task fits.
 *
 * @param rule which job is served
 */
public record EveryReport(Rule rule) implements PlacedContender {
  @Override
  public String nodeChoice() {
    return "heartbeat";
  }

  @Override
  public Placing placing(PolicyCluster cluster, long seed) {
    return new HeartbeatPlacing(cluster, Reports.ALL, new Random(seed));
  }
}
