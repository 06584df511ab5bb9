// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import java.util.List;

/**
 * A node of the cluster on which tasks may be preempted.
 *
 * @param id chosen by the caller, unique within a plan
 * @param free what is free on the node, amounts as of an offer of the node, with its reach;
 *     negative on an over-committed node; not copied
 * @param tasks the tasks that may be preempted, those to be preempted first at the front
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PreemptableNode(int id, long[] free, List<RunningTask> tasks) {
  boolean hasWarnedTasks() {
    return tasks.stream().anyMatch(RunningTask::isWarned);
  }
}
