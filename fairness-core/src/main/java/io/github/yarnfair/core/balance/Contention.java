// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * Where queues compete for a resource: one of them has a task pending that needs it while another
 * has one too, or holds more than its part of their common usage. A queue that fills what the
 * others leave idle competes with none.
 */
final class Contention {
  private final ShareTree tree;
  private final int shares;

  /** By node and entry of a share, whether a task is pending at or below it. */
  private boolean[] waits = {};

  Contention(ShareTree tree) {
    this.tree = tree;
    shares = tree.space().shares();
  }

  /** Reads what is pending in the whole tree. */
  void read() {
    if (waits.length < tree.handleBound() * shares) {
      waits = new boolean[2 * tree.handleBound() * shares];
    }
    read(ShareTree.ROOT);
  }

  private void read(int queue) {
    int to = queue * shares;
    Arrays.fill(waits, to, to + shares, false);
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (tree.isLeaf(c)) {
        readLeaf(tree.demand(c), to);
      } else {
        read(c);
        for (int s = 0; s < shares; s++) {
          waits[to + s] |= waits[c * shares + s];
        }
      }
    }
  }

  private void readLeaf(Demand pending, int to) {
    for (int i = 0; i < pending.size(); i++) {
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        int share = tree.space().shareOf(pair);
        waits[to + share] |= pending.amount(i, pair) > 0;
      }
    }
  }

  /** Returns whether siblings compete for what an entry of their shares measures. */
  boolean isAmong(Siblings siblings, int share) {
    int waiting = NONE;
    for (int i = 0; i < siblings.count(); i++) {
      if (waits[siblings.get(i) * shares + share]) {
        if (waiting != NONE) {
          return true;
        }
        waiting = i;
      }
    }
    return waiting != NONE && anotherHoldsMore(siblings, share, waiting);
  }

  private boolean anotherHoldsMore(Siblings siblings, int share, int waiting) {
    long held = 0;
    for (int i = 0; i < siblings.count(); i++) {
      held += tree.shareUsage(siblings.get(i), share);
    }
    int weight = tree.space().weightOf(share);
    for (int i = 0; i < siblings.count(); i++) {
      long own = tree.shareUsage(siblings.get(i), share);
      if (i != waiting && own > siblings.part(i, weight) * held) {
        return true;
      }
    }
    return false;
  }
}
