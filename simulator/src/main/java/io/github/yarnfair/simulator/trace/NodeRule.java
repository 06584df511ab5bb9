// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.EveryReport;
import io.github.yarnfair.simulator.engine.PlacedContender;
import io.github.yarnfair.simulator.engine.RankedContender;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.ArrayList;
import java.util.List;

/** How nodes are chosen in a simulation. */
sealed interface NodeRule {
  /**
   * As a scheduler does.
   *
   * @param choice the scheduler's setting
   * @param knowsTrace whether a score's mix is that of all pods of the trace, as in the FGD paper,
   *     and not of those that are pending or running, as in the schedulers
   */
  record Setting(NodeChoice choice, boolean knowsTrace) implements NodeRule {
    @Override
    public PlacedContender contender(ClusterTrace trace, TraceNodes nodes) {
      return choice.hasScore()
          ? new RuleContender(Rule.H_DRF, choice, knowsTrace ? trace.mix() : null)
          : new EveryReport(Rule.H_DRF);
    }

    @Override
    public String toString() {
      return choice.configured() + (knowsTrace ? ", trace's mix" : "");
    }
  }

  /** As a rule does that the FGD paper compares with. */
  record Compared(FgdRival rival) implements NodeRule {
    @Override
    public PlacedContender contender(ClusterTrace trace, TraceNodes nodes) {
      return new RankedContender(
          Rule.H_DRF, rival.toString(), (node, task) -> rival.score(nodes, node, task));
    }

    @Override
    public String toString() {
      return rival.toString();
    }
  }

  /**
   * Returns H-DRF with this rule.
   *
   * @param nodes of the run, kept up to date
   */
  PlacedContender contender(ClusterTrace trace, TraceNodes nodes);

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
