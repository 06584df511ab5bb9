/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
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
