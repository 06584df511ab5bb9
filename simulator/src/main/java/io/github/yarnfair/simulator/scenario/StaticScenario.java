// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All leaves submit at once on an empty, pooled cluster; nothing ends.
 *
 * @param dominantShare by leaf, the share expected in whole tasks
 * @param exact by leaf, the exact value for divisible tasks
 * @param weights the flat weights of a flat rule
 */
record StaticScenario(
    String id,
    Rule rule,
    boolean strict,
    Setting setting,
    Map<String, Tolerated> dominantShare,
    Map<String, Double> exact,
    FlatWeights weights)
    implements Scenario, Allocation {
  private static final double EXACT = 1e-9;

  @Override
  public String kind() {
    return "static";
  }

  @Override
  public Outcome run(@Nullable Rule forced) {
    Checks checks = new Checks();
    Map<String, Double> held = under(forced == null ? rule : forced);
    dominantShare.forEach(
        (leaf, share) ->
            checks.near(
                "dominant share of " + leaf,
                share.value(),
                share.tolerance(),
                held.getOrDefault(leaf, 0.0)));
    if (forced == null) {
      NamedTree submitted = setting.plant().submitAll();
      weights.check(rule, submitted, setting.resources(), checks);
      if (rule == Rule.H_DRF) {
        checkIdealShares(submitted, checks);
      }
    }
    return checks.outcome(strict);
  }

  @Override
  public List<TreeSpec> leaves() {
    return setting.leaves();
  }

  @Override
  public String unit() {
    return "dominant shares";
  }

  @Override
  public Map<String, Tolerated> expected() {
    return dominantShare;
  }

  @Override
  public Map<String, Double> under(Rule underRule) {
    TaskSimulation simulation = setting.simulatePooled(underRule).submitAll();
    Map<String, Double> held = new LinkedHashMap<>();
    for (TreeSpec leaf : simulation.named().leaves()) {
      int node = simulation.named().node(leaf.name());
      held.put(leaf.name(), simulation.named().tree().dominantShare(node));
    }
    return held;
  }

  /** The exact value of a static H-DRF case is the ideal share itself. */
  private void checkIdealShares(NamedTree submitted, Checks checks) {
    IdealShare ideal = IdealShare.of(submitted.tree());
    exact.forEach(
        (leaf, share) ->
            checks.near(
                "ideal share of " + leaf, share, EXACT, ideal.dominantShare(submitted.node(leaf))));
  }
}
