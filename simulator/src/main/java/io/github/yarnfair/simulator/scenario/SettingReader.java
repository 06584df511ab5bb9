// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a case's cluster and tree. */
final class SettingReader {
  private final Set<String> names = new HashSet<>();
  private final int resources;

  private SettingReader(int resources) {
    this.resources = resources;
  }

  static Setting setting(Field json) throws ScenarioException {
    List<String> resources = new ArrayList<>();
    for (Field name : json.get("resources").elements()) {
      resources.add(name.text());
    }
    if (resources.isEmpty()) {
      throw json.get("resources").error("at least one resource");
    }
    long[] capacity = json.get("capacity").counts(resources.size());
    List<long[]> nodes = json.has("nodes") ? nodes(json.get("nodes"), capacity) : List.of(capacity);
    Field tree = json.get("tree");
    TreeSpec root = new SettingReader(resources.size()).node(tree);
    if (root.isLeaf()) {
      throw tree.error("a queue, with children");
    }
    return new Setting(resources, capacity, nodes, root);
  }

  /** Reads a number of tasks, null for endless. */
  static long tasks(Field json) throws ScenarioException {
    return json.isNull() ? Demand.ENDLESS : json.count();
  }

  private static List<long[]> nodes(Field json, long[] capacity) throws ScenarioException {
    List<long[]> nodes = new ArrayList<>();
    long[] sum = new long[capacity.length];
    for (Field node : json.elements()) {
      long[] amounts = node.counts(capacity.length);
      Arrays.setAll(sum, j -> sum[j] + amounts[j]);
      nodes.add(amounts);
    }
    if (!Arrays.equals(sum, capacity)) {
      throw json.error("nodes that add up to the capacity " + Arrays.toString(capacity));
    }
    return nodes;
  }

  private TreeSpec node(Field json) throws ScenarioException {
    String name = json.get("name").text();
    if (!names.add(name)) {
      throw json.get("name").error("a name that no other node has");
    }
    double weight = json.get("weight").number();
    if (weight == 0) {
      throw json.get("weight").error("a number above 0");
    }
    if (json.has("demand")) {
      long[] demand = json.get("demand").counts(resources);
      return TreeSpec.leaf(name, demand).tasks(tasks(json.get("tasks"))).weighing(weight);
    }
    List<TreeSpec> children = new ArrayList<>();
    for (Field child : json.get("children").elements()) {
      children.add(node(child));
    }
    return TreeSpec.queue(name, children).weighing(weight);
  }
}
