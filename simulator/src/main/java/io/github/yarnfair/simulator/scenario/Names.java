// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of a case's nodes and leaves, against which every field that refers to one is read. */
final class Names {
  private final Set<String> nodes;
  private final Set<String> leaves = new LinkedHashSet<>();
  private final int resources;

  Names(Setting setting) {
    nodes = new LinkedHashSet<>(setting.plant().names());
    setting.leaves().stream().map(TreeSpec::name).forEach(leaves::add);
    resources = setting.resources().size();
  }

  /** Returns the number of resources. */
  int resources() {
    return resources;
  }

  /** Reads the name of a leaf. */
  String leaf(Field json) throws ScenarioException {
    if (!leaves.contains(json.text())) {
      throw json.error("a leaf of the tree, one of " + leaves);
    }
    return json.text();
  }

  /** Reads an object of leaves' numbers. */
  Map<String, Double> leaves(Field json) throws ScenarioException {
    return numbers(json, leaves);
  }

  /** Reads an object of nodes' numbers. */
  Map<String, Double> nodes(Field json) throws ScenarioException {
    return numbers(json, nodes);
  }

  /** Returns the members of an object whose names must be nodes'. */
  Map<String, Field> checked(Field json) throws ScenarioException {
    return members(json, nodes);
  }

  /** Reads what a case says of the flattening, all of it optional. */
  FlatWeights flatWeights(Field json) throws ScenarioException {
    List<String> firstSaturated = new ArrayList<>();
    if (json.has("kstar")) {
      for (Field resource : json.get("kstar").elements()) {
        firstSaturated.add(resource.text());
      }
    }
    return new FlatWeights(
        json.has("flat_weights") ? leaves(json.get("flat_weights")) : Map.of(),
        json.has("product_weights") ? leaves(json.get("product_weights")) : Map.of(),
        json.has("mu") ? nodes(json.get("mu")) : Map.of(),
        firstSaturated);
  }

  private static Map<String, Double> numbers(Field json, Set<String> allowed)
      throws ScenarioException {
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, Field> member : members(json, allowed).entrySet()) {
      numbers.put(member.getKey(), member.getValue().fraction());
    }
    return numbers;
  }

  private static Map<String, Field> members(Field json, Set<String> allowed)
      throws ScenarioException {
    Map<String, Field> members = json.members();
    for (Map.Entry<String, Field> member : members.entrySet()) {
      if (!allowed.contains(member.getKey())) {
        throw member.getValue().error("this under a name of the tree, one of " + allowed);
      }
    }
    return members;
  }
}
