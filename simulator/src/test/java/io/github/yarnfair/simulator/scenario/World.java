// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.ideal.HierarchicalGuarantee;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.SiblingOrder;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.ShareTreeAudit;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
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

  /**
   * Returns whether a leaf starves, together with those of its queue whose tasks are of the same
   * kind: one task ends at a time, so what a small one leaves has no room for a large one, and only
   * reservations help that. An ideal share of less than two tasks may be missed by both.
   */
  boolean starvesUnderChurn() {
    NamedTree named = filled().churn(100).named();
    assertThat(ShareTreeAudit.violations(named.tree())).isEmpty();
    IdealShare ideal = ideal();
    return named.leaves().stream()
        .mapToInt(leaf -> named.node(leaf.name()))
        .anyMatch(leaf -> starves(named.tree(), ideal, leaf));
  }

  private static boolean starves(ShareTree tree, IdealShare ideal, int leaf) {
    Alike alike = new Alike(tree, leaf, ideal::dominantShare);
    return alike.held < STARVING * alike.due && alike.due >= 2 * alike.task;
  }

  /** The leaves of a queue whose tasks are of the same kind as one's. */
  private static final class Alike {
    private final double task;
    private double held;
    private double due;

    private Alike(ShareTree tree, int leaf, IntToDoubleFunction dueOf) {
      TaskKinds kinds = new TaskKinds(tree);
      long[] vector = tree.demand(leaf).vector(0);
      int kind = kinds.of(vector);
      task = kinds.share(vector, kinds.dominant(kind));
      int sibling = tree.firstChild(tree.parent(leaf));
      for (; sibling != ShareTree.NONE; sibling = tree.nextSibling(sibling)) {
        if (tree.isLeaf(sibling) && kinds.of(tree.demand(sibling).vector(0)) == kind) {
          held += tree.dominantShare(sibling);
          due += dueOf.applyAsDouble(sibling);
        }
      }
    }
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

  /** Of leaves with the same kind of task it matters what they hold together, up to a task. */
  private static boolean isBelow(
      ShareTree tree, HierarchicalGuarantee guarantee, int node, double part) {
    if (!tree.isLeaf(node)) {
      return tree.dominantShare(node) < part * guarantee.of(node);
    }
    Alike alike = new Alike(tree, node, guarantee::of);
    return alike.held < part * alike.due && alike.held + alike.task < alike.due;
  }

  static boolean breaksGuarantee(NamedTree named, double part, Predicate<Integer> counts) {
    HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
    guarantee.compute(named.tree());
    return named.names().stream()
        .map(named::node)
        .filter(node -> node != ShareTree.ROOT)
        .filter(counts)
        .anyMatch(node -> isBelow(named.tree(), guarantee, node, part));
  }

  private IdealShare ideal() {
    return IdealShare.of(NamedTree.of(spec, capacity).submitAll().tree());
  }
}
