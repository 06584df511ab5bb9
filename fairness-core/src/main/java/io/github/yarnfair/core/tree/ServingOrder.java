// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/**
 * Which queues serve their leaves in order, and the rank of each leaf: higher priority first, then
 * the smaller submission number, which is unique among siblings.
 */
final class ServingOrder {
  private boolean[] inOrder;
  private int[] priority;
  private long[] submission;

  /** Number of nodes added so far: the submission number of a node without a rank. */
  private long added;

  ServingOrder(int length) {
    inOrder = new boolean[length];
    priority = new int[length];
    submission = new long[length];
  }

  ServingOrder copy() {
    ServingOrder copy = new ServingOrder(0);
    copy.inOrder = inOrder.clone();
    copy.priority = priority.clone();
    copy.submission = submission.clone();
    copy.added = added;
    return copy;
  }

  void grow(int length) {
    inOrder = Arrays.copyOf(inOrder, length);
    priority = Arrays.copyOf(priority, length);
    submission = Arrays.copyOf(submission, length);
  }

  /** Enters a node that serves by its policy, as the last one of priority 0. */
  void initialise(int node) {
    inOrder[node] = false;
    setRank(node, 0, added++);
  }

  void set(int queue, boolean servesInOrder) {
    inOrder[queue] = servesInOrder;
  }

  boolean get(int queue) {
    return inOrder[queue];
  }

  void setRank(int leaf, int newPriority, long newSubmission) {
    priority[leaf] = newPriority;
    submission[leaf] = newSubmission;
  }

  int priority(int leaf) {
    return priority[leaf];
  }

  long submission(int leaf) {
    return submission[leaf];
  }
}
