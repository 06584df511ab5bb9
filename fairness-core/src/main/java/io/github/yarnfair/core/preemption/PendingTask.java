// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import java.util.Arrays;

/**
 * One task that a leaf asks for.
 *
 * @param leaf the leaf
 * @param amounts what the task would hold, hence of reach 0; not copied, not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by isLike
record PendingTask(int leaf, long[] amounts) {
  /** Returns whether another task is of the same leaf and needs the same. */
  boolean isLike(int otherLeaf, long[] otherAmounts) {
    return leaf == otherLeaf && Arrays.equals(amounts, otherAmounts);
  }
}
