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

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.HierarchicalGuarantee;
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.ShareTreeAudit;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.SiblingOrder;
import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.function.Function;
import java.util.function.Predicate;

/** A random tree on its cluster, served by one rule, and what may be wrong with it. */
final class World {
  /** A leaf that holds less than this part of its static allocation starves. */
  private static final double STARVING = 0.1;

  /** Further than this from the ideal share is another allocation. */
  private static final double SAME = 0.035;

  private final TreeSpec spec;
  private final long[] capacity;
  private final Function<ShareTree, Selection> selection;

  World(RandomTree trees, Function<ShareTree, Selection> selection) {
    capacity = trees.capacity();
    spec = trees.tree();
    this.selection = selection;
  }

  /** Returns the cluster filled from empty. */
  TaskSimulation filled() {
    return new TaskSimulation(spec, selection, capacity).submitAll();
  }

  boolean starvesUnderChurn() {
    NamedTree named = filled().churn(100).named();
    assertThat(ShareTreeAudit.violations(named.tree())).isEmpty();
    IdealShare ideal = ideal();
    return named.leaves().stream()
        .mapToInt(leaf -> named.node(leaf.name()))
        .anyMatch(leaf -> named.tree().dominantShare(leaf) < STARVING * ideal.dominantShare(leaf));
  }

  boolean differsFromStatic() {
    return !SiblingOrder.decides(spec, capacity) && isFarFromIdeal(filled().churn(30, 20));
  }

  boolean isFarFromIdeal(TaskSimulation simulation) {
    NamedTree named = simulation.named();
    IdealShare ideal = ideal();
    return named.leaves().stream()
        .mapToInt(leaf -> named.node(leaf.name()))
        .anyMatch(
            leaf -> Math.abs(named.tree().dominantShare(leaf) - ideal.dominantShare(leaf)) > SAME);
  }

  /** Returns whether some node holds less than a part of its guarantee. */
  boolean breaksGuarantee(TaskSimulation simulation, double part) {
    return breaksGuarantee(simulation.named(), part, node -> true);
  }

  static boolean breaksGuarantee(NamedTree named, double part, Predicate<Integer> counts) {
    HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
    guarantee.follow(named.tree());
    return named.names().stream()
        .map(named::node)
        .filter(node -> node != ShareTree.ROOT)
        .filter(counts)
        .anyMatch(node -> named.tree().dominantShare(node) < part * guarantee.of(node));
  }

  private IdealShare ideal() {
    return IdealShare.of(NamedTree.of(spec, capacity).submitAll().tree());
  }
}
