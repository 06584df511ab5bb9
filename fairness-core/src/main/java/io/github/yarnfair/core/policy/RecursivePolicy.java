// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.IntFunction;

/**
 * Recursive scheduling: some queues order what hangs from them by another rule than the rest of the
 * tree (A. A. Bhattacharya et al., "Hierarchical Scheduling for Diverse Datacenter Workloads", SoCC
 * 2013, section 4.3).
 *
 * <p>To the queues above, such a queue is one job: its usage is the plain sum of its children's,
 * and the surrounding policy rates it as it rates a leaf. How it divides its share among its
 * children changes nothing for the rest of the tree.
 */
public final class RecursivePolicy implements FairnessPolicy {
  private final FairnessPolicy surrounding;
  private final IntFunction<Order> orders;

  /** How a queue orders its children. */
  @FunctionalInterface
  public interface Order {
    /** By the surrounding policy. */
    Order BY_POLICY = (shares, child, policyKey) -> policyKey;

    /** First in, first out, by the order in which the children were added: all keys tie. */
    Order FIFO = (shares, child, policyKey) -> 0.0;

    /** Plain fairness: by the share of one resource by weight, in the class where it is largest. */
    static Order fairBy(int resource) {
      return (shares, child, policyKey) -> largestOf(resource, shares, child);
    }

    private static double largestOf(int resource, Shares shares, int child) {
      double largest = 0.0;
      for (int s = 0; s < shares.length(); s++) {
        if (shares.resource(s) == resource) {
          largest = Math.max(largest, shares.attributed(child, s) / shares.weight(child, s));
        }
      }
      return largest;
    }

    /**
     * Rates a child whose usage has been attributed: lower is served first.
     *
     * @param policyKey the key by the surrounding policy
     */
    double key(Shares shares, int child, double policyKey);
  }

  /**
   * Creates the policy.
   *
   * @param surrounding what orders the other queues; it rates along the tree, so no {@link
   *     FlatPolicy}, which knows no queues
   * @param orders for each queue its order, {@link Order#BY_POLICY} for the surrounding policy's
   */
  public RecursivePolicy(FairnessPolicy surrounding, IntFunction<Order> orders) {
    if (surrounding instanceof FlatPolicy) {
      throw new IllegalArgumentException(
          surrounding.name() + " compares leaves across queues: no queue can order its own");
    }
    this.surrounding = surrounding;
    this.orders = orders;
  }

  @Override
  public String name() {
    return surrounding.name();
  }

  @Override
  public void prepare(ShareTree tree) {
    surrounding.prepare(tree);
  }

  @Override
  public double leafKey(Shares shares, int leaf) {
    return orderAbove(shares, leaf).key(shares, leaf, surrounding.leafKey(shares, leaf));
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    return orderAbove(shares, queue).key(shares, queue, keyInTheTree(shares, queue));
  }

  private double keyInTheTree(Shares shares, int queue) {
    if (orders.apply(queue) == Order.BY_POLICY) {
      return surrounding.queueKey(shares, queue);
    }
    shares.attributeSum(queue);
    return surrounding.leafKey(shares, queue);
  }

  private Order orderAbove(Shares shares, int node) {
    return node == ShareTree.ROOT ? Order.BY_POLICY : orders.apply(shares.parent(node));
  }
}
