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
package io.github.yarnfair.simulator.stream;

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;

/**
 * Jobs that arrive for an hour.
 *
 * @param name on the command line and in tables
 * @param meaning one line: each department and its jobs
 * @param root the queues
 * @param observed paths of the queues whose shares are measured: the leaf queues, but for those of
 *     single users, whose department is measured as one
 * @param workload the cluster and the jobs
 */
public record JobStream(
    String name, String meaning, RunQueue root, List<String> observed, Workload workload) {
  /** How long jobs arrive, in milliseconds. */
  public static final long LENGTH_MILLIS = 3_600_000;
}
