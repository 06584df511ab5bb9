// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import io.github.yarnfair.benchmarks.rm.ClusterWorkload;
import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * An application of the load.
 *
 * @param number from 0, in the order of submission
 * @param queue full path
 * @param user who submits it
 * @param task what one of its tasks needs
 */
record Application(int number, String queue, String user, Resource task) {
  /** Returns all applications of a workload. */
  static List<Application> of(ClusterWorkload workload) {
    List<Application> all = new ArrayList<>();
    collect(workload, workload.root(), "root", all);
    return all;
  }

  private static void collect(
      ClusterWorkload workload, TreeSpec queue, String path, List<Application> all) {
    for (TreeSpec child : queue.children()) {
      if (child.isLeaf()) {
        int number = all.size();
        all.add(
            new Application(
                number,
                path,
                workload.userOfApplication(number),
                ClusterWorkload.resource(child.demand())));
      } else {
        collect(workload, child, path + "." + child.name(), all);
      }
    }
  }
}
