// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import java.util.Arrays;
import java.util.List;

/**
 * A running task that may be preempted.
 *
 * @param id chosen by the caller, unique within a plan
 * @param leaf the leaf that holds the task
 * @param amounts what the task holds, as it was charged, of reach 0; not copied, not to be changed
 * @param isWarned whether an earlier plan chose the task and it has not ended yet
 * @param priority a task of a higher one ends only where no set of others makes the room
 * @param ranMillis how long it has run, in milliseconds: what is lost if it ends
 * @param endsInTime whether it is expected to end by itself before it could be preempted: it is not
 *     chosen, and its room is assigned in the policy's turns before any is made
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity of the id only
public record RunningTask(
    int id,
    int leaf,
    long[] amounts,
    boolean isWarned,
    int priority,
    long ranMillis,
    boolean endsInTime) {
  /** Creates a task of priority 0 that has just started, and does not end by itself. */
  public static RunningTask started(int id, int leaf, long[] amounts) {
    return new RunningTask(id, leaf, amounts, false, 0, 0, false);
  }

  /** Returns whether another task is of the same leaf and holds the same. */
  boolean isLike(RunningTask other) {
    return leaf == other.leaf && Arrays.equals(amounts, other.amounts);
  }

  /** Returns whether a task like it starts: it would end for nothing. */
  boolean isAmong(List<PendingTask> started) {
    return started.stream().anyMatch(task -> task.isLike(leaf, amounts));
  }
}
