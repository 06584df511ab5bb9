// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

import java.util.List;

/**
 * One job, an application of a leaf queue; its tasks are numbered from 0, group by group.
 *
 * @param index position in {@link Workload#jobs}
 * @param id name of the job in its file
 * @param queue full path of the leaf queue
 * @param user user who submits the job; empty if the file has none
 * @param submitMillis when the job is submitted, in milliseconds from the start of the run
 * @param groups tasks, which are all pending from the submission on
 * @param application name of the application that the job belongs to: jobs of one queue, user and
 *     application have one share and equal tasks, and start in the order of their submission; empty
 *     if the job is an application of its own
 */
public record RunJob(
    int index,
    String id,
    String queue,
    String user,
    long submitMillis,
    List<TaskGroup> groups,
    String application) {

  /** Creates a job that is an application of its own. */
  public RunJob(
      int index, String id, String queue, String user, long submitMillis, List<TaskGroup> groups) {
    this(index, id, queue, user, submitMillis, groups, "");
  }

  /** Returns how many tasks it has. */
  public int tasks() {
    return groups.stream().mapToInt(TaskGroup::count).sum();
  }
}
