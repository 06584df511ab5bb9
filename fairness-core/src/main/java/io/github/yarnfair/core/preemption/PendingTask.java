// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.Amounts;
import java.util.Arrays;
import java.util.List;

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

  boolean isAmong(List<PendingTask> tasks) {
    return tasks.stream().anyMatch(other -> other.isLike(leaf, amounts));
  }

  /** Returns the sum of the other tasks of the same leaf. */
  static long[] further(List<PendingTask> tasks, int index) {
    long[] sum = new long[tasks.get(index).amounts().length];
    for (int i = 0; i < tasks.size(); i++) {
      if (i != index && tasks.get(i).leaf() == tasks.get(index).leaf()) {
        Amounts.add(sum, tasks.get(i).amounts());
      }
    }
    return sum;
  }
}
