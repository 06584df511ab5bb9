// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.stream;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.BoundedContender;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import java.io.IOException;
import java.util.List;

/**
 * A stream under a rule, for the hour in which jobs arrive. Nodes report once a second, and nothing
 * is preempted.
 *
 * @param stream what is run
 * @param rule which job is served
 * @param seed of the order in which nodes report
 */
public record StreamRun(JobStream stream, Rule rule, long seed) {
  private static final long LOOK_MILLIS = 20_000;

  /** Runs the stream and returns what queues held. */
  public QueueShares shares() {
    RunSession session =
        new RunSession(stream.workload(), stream.root(), seed, Sampling.every(LOOK_MILLIS));
    QueueShares shares = new QueueShares(stream.observed());
    RuleContender contender = new RuleContender(rule, NodeChoice.HEARTBEAT);
    try {
      session.run(new BoundedContender(contender, JobStream.LENGTH_MILLIS), List.of(shares));
    } catch (IOException e) {
      throw new IllegalStateException("a rule can run every workload", e);
    }
    return shares;
  }
}
