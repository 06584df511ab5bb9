// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What there is one of for each leaf of the share tree. Under the scheduler's write lock.
 *
 * @param <T> what there is
 */
final class LeafTable<T> {
  private final List<@Nullable T> byLeaf = new ArrayList<>();

  /** Returns what a leaf has, null if the leaf is none, or has nothing. */
  @Nullable T at(int leaf) {
    return leaf < 0 || leaf >= byLeaf.size() ? null : byLeaf.get(leaf);
  }

  void put(int leaf, T value) {
    while (leaf >= byLeaf.size()) {
      byLeaf.add(null);
    }
    byLeaf.set(leaf, value);
  }

  void remove(int leaf) {
    byLeaf.set(leaf, null);
  }
}
