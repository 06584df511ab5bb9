// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.incremental.demand.FittingSets;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.policy.OrderedShare;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Which nodes are {@linkplain LateChildren late}: queues that serve in order, and queues above
 * such; and their keys. A queue that has lost the last of these below it may stay so, which costs
 * time alone.
 */
final class LateNodes implements LateChildren.Keys {
  private final ShareTree tree;
  private final KindPolicy policy;
  private final KindKeys keys;
  private final FittingSets sets;
  private final OrderedShare share;
  private final IntFunction<KindQueue> queues;
  private boolean[] late = {};

  /**
   * Creates what is known of a tree before it is {@link #reset}.
   *
   * @param share scratch: the queue at hand if it serves in order
   * @param queues what is kept of each queue, by node
   */
  LateNodes(
      ShareTree tree,
      KindPolicy policy,
      KindKeys keys,
      FittingSets sets,
      OrderedShare share,
      IntFunction<KindQueue> queues) {
    this.tree = tree;
    this.policy = policy;
    this.keys = keys;
    this.sets = sets;
    this.share = share;
    this.queues = queues;
  }

  @Override
  public double read(int node, int depth) {
    KindQueue queue = queues.apply(node);
    OrderedLeaves leaves = queue.ordered();
    if (leaves == null) {
      double least = keys.least(queue, sets.bits(), sets.offset(depth));
      double ofLate = queue.late().first(sets, depth, this).key;
      return policy.queueKey(queue.ownKey, Math.min(least, ofLate));
    }
    for (int s = 0; s < tree.space().shares(); s++) {
      share.setDivisor(s, policy.divisor(tree, node, s));
    }
    share.read(node);
    int next = leaves.first(sets.bits(), sets.offset(depth));
    return leaves.level(next, sets.bits(), sets.offset(depth));
  }

  void grow(int length) {
    late = Arrays.copyOf(late, length);
  }

  /** Finds the late nodes of the tree as it stands. */
  void reset() {
    Arrays.fill(late, false);
    find(ShareTree.ROOT);
  }

  private boolean find(int node) {
    late[node] = tree.servesInOrder(node);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      late[node] |= !tree.isLeaf(c) && find(c);
    }
    return late[node];
  }

  boolean contains(int node) {
    return node < late.length && late[node];
  }

  /** Forgets a node that is no longer in the tree. */
  void remove(int node) {
    if (node < late.length) {
      late[node] = false;
    }
  }
}
