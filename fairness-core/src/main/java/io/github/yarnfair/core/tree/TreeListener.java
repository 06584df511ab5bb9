// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

/**
 * Receives each change of a {@link ShareTree} after it was made; incremental selections depend on
 * it. A listener must not change the tree. Methods that it does not override do nothing.
 */
public interface TreeListener {
  /** The usage of a leaf, and so of every node above it, has changed. */
  default void usageChanged(int leaf) {}

  /**
   * The usage of a leaf has changed by a number of equal tasks. A listener overrides this or {@link
   * #usageChanged(int)}.
   *
   * @param task what one task takes; not to be kept
   * @param count the number of tasks that were charged, −1 for one that was released
   */
  default void usageChanged(int leaf, long[] task, long count) {
    usageChanged(leaf);
  }

  /** A leaf's pending tasks have changed. */
  default void demandChanged(int leaf) {}

  /** A node's weight has changed. */
  default void weightChanged(int node) {}

  /** A node's limit has changed. */
  default void limitChanged(int node) {}

  /** Whether a queue serves its leaves in order has changed. */
  default void orderChanged(int queue) {}

  /** A leaf's place in a queue that serves in order has changed. */
  default void rankChanged(int leaf) {}

  /** A node was added, or was moved with all below it, as its parent's last child. */
  default void added(int node) {}

  /** A node was removed, or was moved with all below it from its former parent. */
  default void removed(int node, int formerParent) {}

  /** The cluster's capacity has changed. */
  default void capacityChanged() {}

  /** The node shapes have changed. */
  default void nodeShapesChanged() {}
}
