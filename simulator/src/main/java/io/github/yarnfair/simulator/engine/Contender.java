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
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;

/** Something that a workload can be run under: a rule with a node choice, or a real scheduler. */
public interface Contender {
  /** Returns the name, such as {@code h-drf}. */
  String name();

  /** Returns the name of the node choice, such as {@code best-fit}. */
  String nodeChoice();

  /**
   * Runs a workload until no task runs and none can start.
   *
   * @param books of the run, in which nothing has happened
   * @param seed of the order in which nodes report
   * @return the time that decisions took, in nanoseconds
   * @throws IOException if the workload cannot be run, with the reason
   */
  long run(Workload workload, RunQueue root, RunBooks books, long seed) throws IOException;
}
