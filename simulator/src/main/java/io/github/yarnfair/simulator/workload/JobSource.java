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
