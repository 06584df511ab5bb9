// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

/**
 * The nodes of an {@link Offer} of several nodes: a task fits the offer if it fits one of them,
 * since a task runs on one node.
 */
public interface OfferedNodes {
  /** Returns whether some node has room for a task. */
  boolean fits(long[] task);

  /** Returns a version, which changes whenever the result of {@link #fits} may change. */
  long version();

  /** Returns whether no node has anything of a resource free. */
  boolean isExhausted(int resource);
}
