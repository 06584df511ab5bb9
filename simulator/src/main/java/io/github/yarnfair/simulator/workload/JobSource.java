// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.io.IOException;
import java.util.List;

/** Where the jobs of a run are from. */
public interface JobSource {
  /**
   * Reads the jobs.
   *
   * @param cluster where they run; tasks' amounts are in the order of its resources
   * @param notes receives a sentence for each kind of omitted data
   * @return ascending by time of submission, the first at 0
   * @throws InputException naming file, line, what was there and what was expected
   */
  List<ReadJob> jobs(ClusterNodes cluster, List<String> notes) throws IOException;

  /** Returns the rule for the queue of a job if the user gives none. */
  QueueRule usual() throws IOException;
}
