// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

/**
 * The limits within which tasks may be preempted.
 *
 * @param ignoredExcess a node of the tree may exceed the smaller of its ideal share and its
 *     guarantee by this part without losing a task, at least 0
 * @param mostPerRound part of the cluster that the tasks of one plan may hold, warned ones
 *     included, 0 to 1; room for one task may be made in any case
 * @param naturalTermination part of a node's excess that one plan may preempt, 0 to 1: the rest is
 *     expected to end by itself; room for one task may be made in any case
 * @param permission which leaf may lose a task to which
 * @param placement which task may run where
 */
public record PreemptionRules(
    double ignoredExcess,
    double mostPerRound,
    double naturalTermination,
    Permission permission,
    Placement placement) {

  /** Which leaf may lose a task to which other leaf. */
  @FunctionalInterface
  public interface Permission {
    /**
     * Returns whether a task of one leaf may end for a task of another; for a leaf and itself,
     * whether tasks may move between the leaves of its queue.
     */
    boolean mayPreempt(int losingLeaf, int gainingLeaf);

    /**
     * Returns whether no leaf of another queue may take from a leaf, whatever it holds: its whole
     * usage is subtracted from the resources that are divided.
     */
    default boolean isProtected(int leaf) {
      return false;
    }
  }

  /** Which task may run where. */
  @FunctionalInterface
  public interface Placement {
    /**
     * Returns whether a pending task of a leaf, of the given amounts, may run on a node.
     *
     * @param task what the task would hold there, of reach 0 also if it floats among classes
     */
    boolean mayPlace(int leaf, long[] task, int node);

    /**
     * Returns how many such tasks one plan may suppose to start on the node: fewer than fit, if one
     * that has started may keep the next one from it.
     */
    default int mostAtOnce(int leaf, long[] task, int node) {
      return Integer.MAX_VALUE;
    }
  }
}
