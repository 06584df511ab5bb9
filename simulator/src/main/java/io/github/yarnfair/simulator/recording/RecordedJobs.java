// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.recording;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.workload.ClusterNodes;
import io.github.yarnfair.simulator.workload.InputException;
import io.github.yarnfair.simulator.workload.JobSource;
import io.github.yarnfair.simulator.workload.QueueRule;
import io.github.yarnfair.simulator.workload.ReadJob;
import io.github.yarnfair.simulator.workload.Where;
import java.util.ArrayList;
import java.util.List;

/**
 * The applications of a recording as jobs, on its own nodes or on others.
 *
 * @param recording the workload
 * @param file that it was read from, for messages
 */
public record RecordedJobs(RecordingWorkload recording, String file) implements JobSource {
  @Override
  public List<ReadJob> jobs(ClusterNodes cluster, List<String> notes) throws InputException {
    List<ReadJob> jobs = new ArrayList<>();
    for (RunJob job : recording.workload().jobs()) {
      Where where = new Where(file + ": " + job.id(), 1);
      List<TaskGroup> groups = new ArrayList<>();
      for (TaskGroup group : job.groups()) {
        long[] demand = on(cluster, group.demand(), where);
        groups.add(
            new TaskGroup(group.count(), demand, group.durationMillis(), group.machineClass()));
      }
      jobs.add(new ReadJob(where, job.id(), job.queue(), job.user(), job.submitMillis(), groups));
    }
    return jobs;
  }

  /** Returns amounts in the order of a cluster's resources. */
  private long[] on(ClusterNodes cluster, long[] demand, Where where) throws InputException {
    long[] amounts = new long[cluster.resourceNames().size()];
    for (int j = 0; j < demand.length; j++) {
      String name = recording.workload().resources().get(j);
      int position = cluster.resourceNames().indexOf(name);
      if (position >= 0) {
        amounts[position] = demand[j];
      } else if (demand[j] > 0) {
        throw where.refuse(
            demand[j] + " " + name, "resources of the nodes, " + cluster.resourceNames());
      }
    }
    return amounts;
  }

  @Override
  public QueueRule usual() {
    return QueueRule.of("file");
  }
}
