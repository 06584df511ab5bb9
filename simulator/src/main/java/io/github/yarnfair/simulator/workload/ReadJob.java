// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.List;

/**
 * A job as its file has it.
 *
 * @param where it begins
 * @param queue as the file names it, or the column that names it; empty if there is none
 * @param submitMillis as the file counts time
 */
public record ReadJob(
    Where where, String id, String queue, String user, long submitMillis, List<TaskGroup> groups) {
  ReadJob at(long time) {
    return new ReadJob(where, id, queue, user, time, groups);
  }
}
