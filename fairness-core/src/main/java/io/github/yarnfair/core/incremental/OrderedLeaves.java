// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.incremental.demand.PendingClasses;
import io.github.yarnfair.core.policy.OrderedShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;

/** The leaves of a queue that serves in order, and at which level their next one competes. */
final class OrderedLeaves {
  private final ShareTree tree;
  private final PendingClasses pending;
  private final OrderedShare share;
  private final Entries entries;

  /** By priority, the highest first; of equal ones the submission number is the tie-break. */
  private final KeyOrder leaves;

  /** Grows when another leaf may be the next one, or want something else. */
  private long version = 1;

  /**
   * Creates an order without leaves.
   *
   * @param share scratch of the queues of a tree
   * @param entries the leaves by number
   * @param leaves an order in which nothing is to be added up
   */
  OrderedLeaves(
      ShareTree tree,
      PendingClasses pending,
      OrderedShare share,
      Entries entries,
      KeyOrder leaves) {
    this.tree = tree;
    this.pending = pending;
    this.share = share;
    this.entries = entries;
    this.leaves = leaves;
  }

  /** Enters or updates a leaf by its number. */
  void put(int entry, int leaf) {
    if (!leaves.contains(entry)) {
      changed();
    }
    double key = -(double) tree.priority(leaf);
    int offset = leaf * pending.words();
    leaves.put(entry, key, tree.submission(leaf), pending.usable(), offset);
  }

  /** Takes a leaf out whose rank has changed or that is removed, until it is entered again. */
  void takeOut(int entry) {
    if (leaves.contains(entry)) {
      leaves.remove(entry);
    }
    changed();
  }

  /** Notes that some leaf could use other classes than before. */
  void changed() {
    version++;
  }

  /** Returns a number that differs while another leaf may be the next one. */
  long version() {
    return version;
  }

  /** Returns the first leaf in order that can use a class of a set, or NONE. */
  int first(long[] set, int offset) {
    int entry = leaves.first(set, offset).entry;
    return entry == Least.NONE ? ShareTree.NONE : entries.node(entry);
  }

  /** Returns the level f at which a leaf competes for an offer, the {@link #share} being read. */
  double level(int leaf, long[] set, int offset) {
    Demand demand = tree.demand(leaf);
    long[] usable = pending.usable();
    double level = 0.0;
    for (int i = 0; i < demand.size(); i++) {
      int demandClass = pending.demanded(leaf, i);
      if (Bits.contains(set, offset, demandClass)
          && Bits.contains(usable, leaf * pending.words(), demandClass)) {
        level = Math.max(level, share.level(demand, i));
      }
    }
    return level;
  }
}
