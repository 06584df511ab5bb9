// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.dff.DffPolicy;
import io.github.yarnfair.simulator.baseline.LeastApplicationDffPolicy;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One decision in a given state of a pooled cluster: every node's key, and the leaf that is chosen.
 */
record EvalScenario(
    String id,
    boolean strict,
    Setting setting,
    State state,
    Map<Rule, Expected> expected,
    double tolerance)
    implements Scenario {

  /**
   * The state in which the decision is made.
   *
   * @param running by leaf, how many tasks run
   * @param pending by leaf, whether a task is pending
   * @param free free amount of each resource
   */
  record State(Map<String, Long> running, Map<String, Boolean> pending, List<Long> free) {}

  /**
   * The results expected under one rule.
   *
   * @param keys by node
   * @param choice the leaf that is served, empty if any of several may be
   * @param noChoice whether no leaf can be served
   * @param fairResources by node, DFF's fair resources in the units of capacity
   * @param weights the flat weights
   */
  record Expected(
      Map<String, Double> keys,
      String choice,
      boolean noChoice,
      Map<String, List<Double>> fairResources,
      FlatWeights weights) {}

  @Override
  public String kind() {
    return "eval";
  }

  @Override
  public Outcome run(@Nullable Rule forced) {
    if (forced != null && !expected.containsKey(forced)) {
      return Outcome.skipped("says nothing of " + forced);
    }
    Checks checks = new Checks();
    expected.forEach(
        (rule, decision) -> {
          if (forced == null || forced == rule) {
            check(rule, decision, checks);
          }
        });
    return checks.outcome(strict);
  }

  private void check(Rule rule, Expected decision, Checks checks) {
    NamedTree named = inState();
    FairnessPolicy policy = rule.policy();
    TreePassSelection selection = new TreePassSelection(named.tree(), policy);
    Offer offer = new Offer(setting.resources().size());
    offer.open(state.free.stream().mapToLong(amount -> amount).toArray());
    int chosen = selection.next(offer);
    decision.keys.forEach(
        (node, key) ->
            checks.near(
                rule + ", key of " + node,
                key,
                tolerance,
                selection.shares().key(named.node(node))));
    if (decision.noChoice || !decision.choice.isEmpty()) {
      String expectedChoice = decision.noChoice ? "none" : decision.choice;
      checks.same(rule + ", choice", expectedChoice, nameOf(named, chosen));
    }
    if (policy instanceof LeastApplicationDffPolicy rival) {
      checkFairResources(decision, named, rival.division(), checks);
    }
    decision.weights.check(rule, named, setting.resources(), checks);
  }

  private void checkFairResources(
      Expected decision, NamedTree named, DffPolicy dff, Checks checks) {
    decision.fairResources.forEach(
        (node, amounts) -> {
          for (int j = 0; j < amounts.size(); j++) {
            checks.near(
                "fair %s of %s".formatted(setting.resources().get(j), node),
                amounts.get(j),
                tolerance * setting.capacity(j),
                dff.fairResource(named.node(node), j) * setting.capacity(j));
          }
        });
  }

  private NamedTree inState() {
    NamedTree named = setting.plant();
    for (TreeSpec leaf : named.leaves()) {
      int node = named.node(leaf.name());
      long running = state.running.getOrDefault(leaf.name(), 0L);
      named.tree().charge(node, leaf.demand(), running);
      boolean wantsMore = state.pending.getOrDefault(leaf.name(), false);
      named.tree().setDemand(node, Demand.of(leaf.demand(), wantsMore ? 1 : 0));
    }
    return named;
  }

  private static String nameOf(NamedTree named, int node) {
    List<String> names = new ArrayList<>(named.names());
    names.removeIf(name -> named.node(name) != node);
    return node == ShareTree.NONE ? "none" : names.get(0);
  }
}
