// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.IntToLongFunction;

/** What amounts add up to in each entry of a share, from the definition of a tree's space. */
final class ShareEntries {
  private final ShareTree tree;
  private final ShareSpace space;

  ShareEntries(ShareTree tree) {
    this.tree = tree;
    space = tree.space();
  }

  /** Returns the number of entries. */
  int count() {
    return space.kind() == ShareSpace.Kind.CLASS ? pairs() : space.resources();
  }

  /** Returns the number of pairs of class and resource. */
  int pairs() {
    return space.classes() * space.resources();
  }

  /** Returns the entry in which a pair counts. */
  int of(int pair) {
    return space.kind() == ShareSpace.Kind.CLASS ? pair : pair % space.resources();
  }

  long sum(long[] amounts, int entry) {
    return sum(entry, pair -> amounts[pair]);
  }

  long held(int node, int entry) {
    return sum(entry, pair -> tree.usage(node, pair));
  }

  long total(int entry) {
    return sum(entry, tree::capacity);
  }

  private long sum(int entry, IntToLongFunction amount) {
    long sum = 0;
    for (int pair = 0; pair < pairs(); pair++) {
      sum += of(pair) == entry ? amount.applyAsLong(pair) : 0;
    }
    return sum;
  }
}
