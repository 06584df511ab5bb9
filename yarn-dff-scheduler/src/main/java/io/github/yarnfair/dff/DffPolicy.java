// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.incremental.KindSelection;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.policy.KindShares;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.Activity;
import io.github.yarnfair.core.tree.NodeVectors;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * Dynamic DFF: W. Wang, K. Jiang, Y. Tan, Q. Wu, "Dominant Fairness Fairness: Hierarchical
 * Scheduling for Multiple Resources in Heterogeneous Datacenters", IEICE Transactions on
 * Information and Systems E99-D (2016), section 3.
 *
 * <p>Each resource is divided by itself, top-down among the nodes that demand it (Algorithm 1,
 * {@link #prepare}); the leaf with the smallest part of its fair resources is served (Algorithms 2
 * and 3):
 *
 * <pre>
 *   fr_root,j = R_j;  fr_c,j = fr_n,j · w_c / Σ w over the siblings that demand j, 0 if c does not
 *   f_n = max_j u_n,j / fr_n,j, and at a queue whose f_n &gt; 1 and least schedulable child has
 *         less: that child's f
 * </pre>
 *
 * <p>Readings of the published formulas:
 *
 * <ol>
 *   <li>"Demands j" means pending <em>or running</em>. By what is pending alone, fr becomes 0 while
 *       u &gt; 0 when an application starts its last task (a division by zero in formula 5), and
 *       its siblings' fr jumps.
 *   <li>A resource with fr_j = 0 is left out of the maximum: the node neither holds nor wants it.
 *   <li>Y(), "can be scheduled", means that a task in the subtree fits what is free, within the
 *       limits above it: the paper's test, D_i ≤ R − C, on one node of the cluster.
 *   <li>Line 9 of Algorithm 2, the rule for f &gt; 1, is essential: without it the hierarchical
 *       share guarantee breaks under churn in more than a tenth of random trees.
 *   <li>"The least schedulable child" in line 9 is the poorest pool: what the leaves below hold of
 *       one {@linkplain io.github.yarnfair.core.tree.TaskKinds kind} of task by the sum of their
 *       fr. By single leaves, a queue with more applications than its share has tasks has a child
 *       with f = 0 and keeps all that it ever got: with 100 cores, B{b1..b300: one task each}
 *       holding them all leaves A{a: endless} one.
 * </ol>
 *
 * <p>With machine classes a resource j is an entry of the tree's {@linkplain
 * io.github.yarnfair.core.tree.ShareSpace shares}. Where those are of pairs of class and resource,
 * each pair is divided by itself, among the nodes that demand it, by their weights in its class:
 * w_c is w_c,class(j). The paper divides each resource by itself anyway, so it needs no more. A
 * task that floats among classes demands nothing until it runs; an application that has only such
 * tasks pending and holds nothing has f = 0 and is served next.
 */
public final class DffPolicy extends KindPolicy {
  /** Above 0 where a node demands a resource; at a queue the sum of the demanding weights. */
  private final NodeVectors demand = new NodeVectors();

  private final NodeVectors fairResource = new NodeVectors();

  @Override
  public String name() {
    return "dff";
  }

  @Override
  public int revision() {
    return OTHER_ROUNDING;
  }

  @Override
  public void prepare(ShareTree tree) {
    demand.reset(tree, tree.space().shares());
    fairResource.reset(tree, tree.space().shares());
    collectDemand(tree, ROOT);
    for (int j = 0; j < tree.space().shares(); j++) {
      fairResource.set(ROOT, j, 1.0);
    }
    updateFairResource(tree, ROOT);
  }

  /** Returns fr of a node as of the last {@link #prepare}, a fraction of the cluster. */
  public double fairResource(int node, int resource) {
    return fairResource.get(node, resource);
  }

  @Override
  public double leafKey(Shares shares, int leaf) {
    return fairness(shares, leaf);
  }

  @Override
  public boolean hasOwnKey() {
    return true;
  }

  @Override
  public double ownKey(Shares shares, int queue) {
    return fairness(shares, queue);
  }

  /**
   * Rates a queue for one kind of task by f of its pool, what the leaves below hold of that kind by
   * the sum of their fr, and no lower than its poorest child: line 9 with the pool for "the least
   * schedulable child".
   */
  @Override
  public void rateKinds(Shares shares, int queue) {
    KindShares kinds = shares.kinds();
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      for (int j = 0; j < shares.length() && shares.isLeaf(c); j++) {
        kinds.setDivisor(c, j, fairResource(c, j));
      }
    }
    kinds.collect(queue);
    double own = fairness(shares, queue);
    for (int k = 0; k < kinds.count(); k++) {
      if (kinds.contains(queue, k)) {
        double pool = 0.0;
        for (int j = 0; j < shares.length(); j++) {
          pool = Math.max(pool, kinds.usageByDivisor(queue, k, j));
        }
        kinds.setKey(queue, k, queueKey(own, Math.max(pool, poorest(shares, queue, k))));
      }
    }
  }

  private static double poorest(Shares shares, int queue, int kind) {
    KindShares kinds = shares.kinds();
    double least = Double.POSITIVE_INFINITY;
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      if (kinds.isWaiting(c, kind) && !kinds.isLate(c)) {
        least = Math.min(least, shares.isLeaf(c) ? shares.key(c) : kinds.key(c, kind));
      }
    }
    return least;
  }

  @Override
  public Form form() {
    return Form.DIVIDED;
  }

  /** Any child with the least fairness is served, as in Algorithm 3. */
  @Override
  public boolean staysWithKind() {
    return false;
  }

  @Override
  public double queueKey(double fairness, double leastKey) {
    return fairness > 1.0 ? Math.min(fairness, leastKey) : fairness;
  }

  /**
   * {@inheritDoc}
   *
   * <p>If the leaf has begun or ceased to demand a resource, queues above it may have as well; the
   * division is recomputed from the highest queue whose children have changed so.
   */
  @Override
  public int updateLeaf(ShareTree tree, int leaf) {
    grow(tree);
    int top = NONE;
    for (int j = 0; j < tree.space().shares(); j++) {
      double now = Activity.demands(tree, leaf, j) ? 1.0 : 0.0;
      if (now != demand.get(leaf, j)) {
        demand.set(leaf, j, now);
        top = higher(tree, top, addUp(tree, tree.parent(leaf), j));
      }
    }
    return top;
  }

  /** A node that demands nothing takes part in no division. */
  @Override
  public boolean concernsSiblings(ShareTree tree, int node) {
    grow(tree);
    return demand.max(node) > 0;
  }

  @Override
  public int updateChildren(ShareTree tree, int queue) {
    int top = queue;
    for (int j = 0; j < tree.space().shares(); j++) {
      top = higher(tree, top, addUp(tree, queue, j));
    }
    return top;
  }

  @Override
  public void forget(int node) {
    demand.forget(node);
    fairResource.forget(node);
  }

  @Override
  public void prepareBelow(ShareTree tree, int queue) {
    updateFairResource(tree, queue);
  }

  private void grow(ShareTree tree) {
    demand.grow(tree);
    fairResource.grow(tree);
  }

  /**
   * Recomputes the weight that demands a resource below a queue, and below each ancestor that
   * begins or ceases to demand it; returns the highest queue whose division has to be recomputed.
   */
  private int addUp(ShareTree tree, int queue, int resource) {
    boolean demanded = demand.get(queue, resource) > 0;
    demand.set(queue, resource, demandingWeight(tree, queue, resource));
    boolean isDemanded = demand.get(queue, resource) > 0;
    return demanded == isDemanded || queue == ROOT
        ? queue
        : addUp(tree, tree.parent(queue), resource);
  }

  /** Returns the higher of two nodes of one path. */
  private static int higher(ShareTree tree, int node, int other) {
    return isAbove(tree, node, other) ? node : other;
  }

  private static boolean isAbove(ShareTree tree, int node, int other) {
    for (int n = other; n != NONE && node != NONE; n = tree.parent(n)) {
      if (n == node) {
        return true;
      }
    }
    return false;
  }

  /** Returns fr: a queue that serves in order has the fairness of its next leaf's demand. */
  @Override
  public double divisor(ShareTree tree, int queue, int share) {
    return fairResource(queue, share);
  }

  @Override
  public Selection over(ShareTree tree) {
    return new KindSelection(tree, this);
  }

  private double fairness(Shares shares, int node) {
    double fairness = 0.0;
    for (int j = 0; j < shares.length(); j++) {
      double fair = fairResource(node, j);
      if (fair > 0) {
        fairness = Math.max(fairness, shares.attributed(node, j) / fair);
      }
    }
    return fairness;
  }

  private void collectDemand(ShareTree tree, int node) {
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      collectDemand(tree, c);
    }
    for (int j = 0; j < tree.space().shares(); j++) {
      if (tree.isLeaf(node)) {
        demand.set(node, j, Activity.demands(tree, node, j) ? 1.0 : 0.0);
      }
      if (!tree.isLeaf(node)) {
        demand.set(node, j, demandingWeight(tree, node, j));
      }
    }
  }

  private double demandingWeight(ShareTree tree, int queue, int resource) {
    double weight = 0.0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      weight += demand.get(c, resource) > 0 ? weight(tree, c, resource) : 0.0;
    }
    return weight;
  }

  private static double weight(ShareTree tree, int node, int resource) {
    return tree.weightAt(node, tree.space().weightOf(resource));
  }

  /** Algorithm 1, UpdateFR. */
  private void updateFairResource(ShareTree tree, int queue) {
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      for (int j = 0; j < tree.space().shares(); j++) {
        double demanding = demand.get(queue, j);
        double part = demand.get(c, j) > 0 ? weight(tree, c, j) / demanding : 0.0;
        fairResource.set(c, j, fairResource(queue, j) * part);
      }
      updateFairResource(tree, c);
    }
  }
}
