// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.policy.FlatPolicy;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.mch.Flattening;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.List;
import java.util.Map;

/**
 * The flattening that a case expects of MCH or of collapsed hierarchies; empty where it expects
 * nothing.
 *
 * @param weights by leaf, the flat weight; of collapsed hierarchies only ratios matter
 * @param products by leaf, the product weight
 * @param mu by queue
 * @param firstSaturated the names of the resources k*
 */
record FlatWeights(
    Map<String, Double> weights,
    Map<String, Double> products,
    Map<String, Double> mu,
    List<String> firstSaturated) {
  private static final double EXACT = 1e-9;

  void check(Rule rule, NamedTree named, List<String> resources, Checks checks) {
    if (rule.policy() instanceof FlatPolicy policy) {
      policy.prepare(named.tree());
      double scale = rule == Rule.CH ? scale(policy, named) : 1.0;
      weights.forEach(
          (leaf, weight) ->
              checks.near(
                  "flat weight of " + leaf,
                  weight,
                  EXACT,
                  policy.flatWeight(named.node(leaf)) * scale));
    }
    Flattening flattening = new Flattening();
    flattening.flatten(named.tree());
    products.forEach(
        (leaf, weight) ->
            checks.near(
                "product weight of " + leaf,
                weight,
                EXACT,
                flattening.productWeight(named.node(leaf))));
    mu.forEach(
        (queue, value) ->
            checks.near("mu of " + queue, value, EXACT, flattening.mu(named.node(queue))));
    if (!firstSaturated.isEmpty()) {
      checks.same("k*", firstSaturated, firstSaturated(flattening, resources));
    }
  }

  private double scale(FlatPolicy policy, NamedTree named) {
    double here = 0.0;
    for (String leaf : weights.keySet()) {
      here += policy.flatWeight(named.node(leaf));
    }
    return weights.values().stream().mapToDouble(weight -> weight).sum() / here;
  }

  private static List<String> firstSaturated(Flattening flattening, List<String> resources) {
    return resources.stream()
        .filter(resource -> flattening.isFirstSaturated(resources.indexOf(resource)))
        .toList();
  }
}
