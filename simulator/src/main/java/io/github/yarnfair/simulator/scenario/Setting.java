// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.List;

/** The setting of a case: a cluster of nodes and the tree of queues and leaves that share it. */
public final class Setting {
  private final List<String> resources;
  private final long[] capacity;
  private final List<long[]> nodes;
  private final TreeSpec tree;

  Setting(List<String> resources, long[] capacity, List<long[]> nodes, TreeSpec tree) {
    this.resources = List.copyOf(resources);
    this.capacity = capacity;
    this.nodes = List.copyOf(nodes);
    this.tree = tree;
  }

  /** Returns the names of the resources. */
  public List<String> resources() {
    return resources;
  }

  /** Returns the cluster's amount of a resource. */
  public long capacity(int resource) {
    return capacity[resource];
  }

  /** Returns the leaves in pre-order. */
  public List<TreeSpec> leaves() {
    return plant().leaves();
  }

  /** Returns a new tree in which nothing is held and nothing pending. */
  NamedTree plant() {
    return NamedTree.of(tree, capacity);
  }

  /** Returns an empty cluster under a rule. */
  TaskSimulation simulate(Rule rule) {
    return new TaskSimulation(tree, rule::over, capacity, nodes);
  }

  /** Returns an empty cluster of one node that is as large as all together, under a rule. */
  TaskSimulation simulatePooled(Rule rule) {
    return new TaskSimulation(tree, rule::over, capacity);
  }
}
