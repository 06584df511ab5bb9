/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
