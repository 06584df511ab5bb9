// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.rule.Rule;

/**
 * A rule with a node choice that may know more of a node than what is free on it.
 *
 * @param rule which job is served
 * @param nodeChoice name of the choice
 * @param ranking the node with the least score is chosen, of equals the first
 */
public record RankedContender(Rule rule, String nodeChoice, NodeRanking ranking)
    implements PlacedContender {
  /** Ranks nodes for a task. */
  @FunctionalInterface
  public interface NodeRanking {
    /** Returns the score of a node with room for the task. */
    double score(int node, long[] task);
  }

  @Override
  public Placing placing(PolicyCluster cluster, long seed) {
    return new PassPlacing(cluster, ranking);
  }
}
