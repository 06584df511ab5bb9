// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * The usage of every node of a share tree if all held and pending tasks were divided again from
 * nothing by static H-DRF, as a fluid: A. A. Bhattacharya et al., "Hierarchical Scheduling for
 * Diverse Datacenter Workloads", SoCC 2013, section 3.1, Algorithm 1.
 *
 * <p>At first all usage is 0. At each moment the flow goes from the root to the child with the
 * least key κ = s/w that can still grow, down to a leaf, which receives all resources it demands in
 * proportion. A node's share s is the largest component of its real usage, at queues too. If the
 * keys of several siblings do not react to growth, which the paper leaves open, the first is served
 * first. In a tree whose {@link ShareSpace shares are of machine classes} an entry is divided by
 * the queue's weight in that class, and "resource" means a pair of class and resource; in one whose
 * shares are of the cluster all classes count as one pool, limited by the sum of their limits.
 *
 * <p>A leaf consists of demand classes, the distinct vectors among the tasks that it holds and
 * those that it has pending, so that the ideal does not change because a task starts or ends and is
 * asked for again; on a tree that holds nothing this is the plain static allocation. All classes of
 * a leaf grow together, in proportion to their numbers of tasks. When a resource is exhausted, in
 * the cluster or within the limit of the leaf or of a queue above it, the classes that need it stop
 * and the others go on. {@linkplain Demand#ENDLESS Endless} classes outweigh finite ones, which
 * grow only when all endless ones are blocked. A class of which not even one task fits the cluster,
 * the limits, and {@linkplain ShareTree#setNodeShapes some node}, has no part, and neither have
 * pending tasks that float among classes.
 *
 * <pre>
 *   IdealShare ideal = IdealShare.of(tree);
 *   double share = ideal.dominantShare(leaf);      // compare with tree.dominantShare(leaf)
 *   double[] amounts = ideal.usage(queue);         // in the tree's units
 * </pre>
 *
 * <p>In a queue that {@linkplain ShareTree#servesInOrder serves in order} the first leaf that can
 * grow receives everything, and the next one when that is met or blocked. What such a queue holds
 * counts in full, as that of any other: the recursion is the static one.
 *
 * <p>A result is immutable and does not follow later changes of the tree. It takes O(q·m·log q) for
 * q nodes and m resources, and O(d·m·log q) for each event in a queue of depth d: a leaf's demand
 * is met, a resource is exhausted (once for each queue and resource; that takes the queue and all
 * below it), or becomes the dominant one of a node.
 */
public final class IdealShare {
  /** The rule whose shares these are, whatever the policy in force. */
  public static final String RULE = "H-DRF";

  private final long[] capacity;
  private final boolean[] known;
  private final double[] fractions;

  /**
   * Wraps the result of a filling.
   *
   * @param capacity the amount by which each entry of a share is measured
   * @param known by handle, whether it was in the tree
   * @param fractions by handle and entry of a share, what the node holds
   */
  IdealShare(long[] capacity, boolean[] known, double[] fractions) {
    this.capacity = capacity;
    this.known = known;
    this.fractions = fractions;
  }

  /** Computes the ideal share of every node of a tree as it stands. */
  public static IdealShare of(ShareTree tree) {
    return new IdealShareFilling(tree).fill();
  }

  /** Returns whether a node was in the tree. */
  public boolean contains(int node) {
    return node >= 0 && node < known.length && known[node];
  }

  /**
   * Returns the ideal dominant share of a node, a fraction of the cluster.
   *
   * @throws IllegalArgumentException if the node was not in the tree
   */
  public double dominantShare(int node) {
    check(node);
    double share = 0.0;
    for (int j = 0; j < capacity.length; j++) {
      share = Math.max(share, fractions[node * capacity.length + j]);
    }
    return share;
  }

  /**
   * Returns the ideal usage of a node for each entry of a share, in the tree's units and not
   * rounded to whole tasks.
   *
   * @throws IllegalArgumentException if the node was not in the tree
   */
  public double[] usage(int node) {
    check(node);
    double[] amounts = new double[capacity.length];
    for (int j = 0; j < amounts.length; j++) {
      amounts[j] = fractions[node * amounts.length + j] * capacity[j];
    }
    return amounts;
  }

  /** Returns one entry of {@link #usage}. */
  double usage(int node, int entry) {
    return fractions[node * capacity.length + entry] * capacity[entry];
  }

  private void check(int node) {
    if (!contains(node)) {
      throw new IllegalArgumentException("node " + node + " was not in the tree");
    }
  }
}
