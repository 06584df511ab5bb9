// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;

/** Classes of jobs by size: the dominant share of the cluster that all tasks of a job hold. */
final class JobSizes {
  /** Upper bounds of all classes but the last, which has none. */
  private static final double[] BOUNDS = {0.0001, 0.001, 0.01, 0.1};

  /** Names of the classes, smallest first. */
  static final List<String> NAMES =
      List.of(
          "job < 0.01 % of the cluster",
          "0.01 to 0.1 %", "0.1 to 1 %", "1 to 10 %", "10 % and more");

  private final double[] capacity;

  JobSizes(Workload workload) {
    capacity = new double[workload.resources().size()];
    for (RunNode node : workload.nodes()) {
      for (int r = 0; r < capacity.length; r++) {
        capacity[r] += node.capacity()[r];
      }
    }
  }

  /** Returns what the cluster has of a resource. */
  double capacity(int resource) {
    return capacity[resource];
  }

  /** Returns the number of a job's class. */
  int of(RunJob job) {
    double share = 0.0;
    for (int r = 0; r < capacity.length; r++) {
      double wanted = 0.0;
      for (TaskGroup group : job.groups()) {
        wanted += (double) group.count() * group.demand()[r];
      }
      share = capacity[r] > 0 ? Math.max(share, wanted / capacity[r]) : share;
    }
    int size = 0;
    while (size < BOUNDS.length && share >= BOUNDS[size]) {
      size++;
    }
    return size;
  }
}
