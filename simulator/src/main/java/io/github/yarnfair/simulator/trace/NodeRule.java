// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.nodes.NodeChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** How nodes are chosen in a simulation. */
public sealed interface NodeRule {
  /**
   * As a scheduler does.
   *
   * @param choice the scheduler's setting
   * @param knowsTrace whether a score's mix is that of all pods of the trace, as in the FGD paper,
   *     and not of those that are pending or running, as in the schedulers
   */
  record Setting(NodeChoice choice, boolean knowsTrace) implements NodeRule {
    @Override
    public NodeServing serving(TraceCluster cluster, long seed) {
      return choice == NodeChoice.HEARTBEAT
          ? new Heartbeats(cluster, new Random(seed))
          : new Passes(cluster, this);
    }

    @Override
    public String toString() {
      return choice.configured() + (knowsTrace ? ", trace's mix" : "");
    }
  }

  /** As a rule does that the FGD paper compares with. */
  record Compared(FgdRival rival) implements NodeRule {
    @Override
    public NodeServing serving(TraceCluster cluster, long seed) {
      return new RivalPasses(cluster, rival);
    }

    @Override
    public String toString() {
      return rival.toString();
    }
  }

  /**
   * Returns what hands out the nodes of a cluster by this rule.
   *
   * @param seed of the order in which nodes report
   */
  NodeServing serving(TraceCluster cluster, long seed);

  /** Returns all settings, the fragmentation gradient with the mix of the trace, and the rivals. */
  static List<NodeRule> all() {
    List<NodeRule> all = new ArrayList<>();
    for (NodeChoice choice : NodeChoice.values()) {
      all.add(new Setting(choice, false));
    }
    all.add(new Setting(NodeChoice.FRAGMENTATION, true));
    for (FgdRival rival : FgdRival.values()) {
      all.add(new Compared(rival));
    }
    return all;
  }
}
