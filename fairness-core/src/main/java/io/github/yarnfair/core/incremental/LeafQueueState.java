// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.PendingClasses;
import io.github.yarnfair.core.incremental.pool.LeafPools;
import io.github.yarnfair.core.policy.OrderedShare;
import io.github.yarnfair.core.tree.ShareTree;
import org.jspecify.annotations.Nullable;

/**
 * State of a queue of leaves in a {@link HdrfSelection}. A leaf beside queues is treated as a queue
 * with that one leaf: to rescale an only child changes nothing.
 */
final class LeafQueueState {
  /** The leaves by number; a leaf beside queues has number 0 in its own queue. */
  final Entries entries = new Entries();

  /** The leaves by key, in a queue that serves in order by priority. */
  final KeyOrder leaves;

  /** The leaves by the kinds of their tasks; not of use at the root, or in order. */
  final LeafPools pools;

  /** The queue's usage by demand class; not of use at the root, or in order. */
  final ClassUsage usage;

  /** The leaves in order, null if the policy orders them. */
  private @Nullable OrderedLeaves ordered;

  /**
   * Creates the state of a queue without leaves.
   *
   * @param words the number of words of a class set
   */
  LeafQueueState(ShareTree tree, ClassKinds kinds, int words) {
    leaves = new KeyOrder(words);
    pools = new LeafPools(tree, kinds.kinds, kinds.tasks);
    usage = new ClassUsage(kinds, pools, tree.space().shares(), words);
  }

  /** Lets the queue serve its leaves, of which there are none yet, in order. */
  OrderedLeaves serveInOrder(ShareTree tree, PendingClasses pending, OrderedShare share) {
    ordered = new OrderedLeaves(tree, pending, share, entries, leaves);
    return ordered;
  }

  /** Returns the leaves in order, null if the policy orders them. */
  @Nullable OrderedLeaves ordered() {
    return ordered;
  }

  /** Returns the leaf of the least key that can use a class of a set, which is not empty. */
  int first(long[] set, int offset) {
    return entries.node(leaves.first(set, offset).entry);
  }

  /** Removes a leaf. */
  void remove(int entry) {
    if (leaves.contains(entry)) {
      leaves.remove(entry);
    }
    pools.remove(entry);
    if (ordered != null) {
      ordered.changed();
    }
    entries.remove(entry);
  }
}
