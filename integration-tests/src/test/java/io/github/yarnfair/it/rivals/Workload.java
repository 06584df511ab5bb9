// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.host.QueueShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A cluster and who wants it, the same for every scheduler.
 *
 * @param tree the leaves become leaf queues of their applications
 * @param kinds the order of all vectors
 * @param nodes what each node has
 * @param applications how many equal applications there are in each leaf queue, by leaf
 * @param hasMasters whether each has a master that holds the smallest container there is, under
 *     YARN's default limit of a tenth for masters
 */
record Workload(
    TreeSpec tree,
    List<ResourceKind> kinds,
    List<long[]> nodes,
    Map<String, Integer> applications,
    boolean hasMasters) {

  /** The same number of applications in each leaf queue, and masters that hold nothing. */
  Workload(TreeSpec tree, List<ResourceKind> kinds, List<long[]> nodes, int applications) {
    this(tree, kinds, nodes, inEachLeaf(tree, applications), false);
  }

  private static Map<String, Integer> inEachLeaf(TreeSpec tree, int applications) {
    Map<String, Integer> inEach = new LinkedHashMap<>();
    tree.children().forEach(child -> inEach.putAll(inEachLeaf(child, applications)));
    if (tree.isLeaf()) {
      inEach.put(tree.name(), applications);
    }
    return inEach;
  }

  /** Returns how many applications there are in the queue of a leaf. */
  int applicationsOf(String leaf) {
    return Objects.requireNonNull(applications.get(leaf), leaf);
  }

  /** Returns what the cluster has. */
  long[] capacity() {
    long[] capacity = new long[kinds.size()];
    for (long[] node : nodes) {
      for (int j = 0; j < capacity.length; j++) {
        capacity[j] += node[j];
      }
    }
    return capacity;
  }

  /** Returns the queues: a comma separates queues in YARN, a dot levels. */
  QueueShape queues() {
    return QueueShape.root(children(tree));
  }

  private static QueueShape[] children(TreeSpec queue) {
    return queue.children().stream()
        .map(
            child ->
                QueueShape.queue(
                    child.name().replaceAll("[,.]", "_"), child.weight(), children(child)))
        .toArray(QueueShape[]::new);
  }

  /** Returns the leaves in pre-order. */
  List<TreeSpec> leaves() {
    return NamedTree.of(tree, capacity()).leaves();
  }

  /** Returns the largest fraction of the cluster's resources that so many tasks of a leaf hold. */
  double dominantShare(TreeSpec leaf, double tasks) {
    long[] capacity = capacity();
    double share = 0.0;
    for (int j = 0; j < capacity.length; j++) {
      share = Math.max(share, tasks * leaf.demand(j) / capacity[j]);
    }
    return share;
  }

  /** Returns the static H-DRF allocation in tasks by leaf, not rounded to whole ones. */
  Map<String, Double> ideal() {
    NamedTree named = NamedTree.of(tree, capacity()).submitAll();
    IdealShare ideal = IdealShare.of(named.tree());
    Map<String, Double> tasks = new LinkedHashMap<>();
    for (TreeSpec leaf : named.leaves()) {
      double share = ideal.dominantShare(named.node(leaf.name()));
      tasks.put(leaf.name(), share / dominantShare(leaf, 1));
    }
    return tasks;
  }
}
