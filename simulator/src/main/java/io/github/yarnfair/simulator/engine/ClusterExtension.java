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
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run can do with Hadoop on its class path, found there as a service: it reads queue files
 * by the parser of the schedulers, and runs real schedulers.
 */
public interface ClusterExtension {
  /**
   * Reads the queues of a {@code capacity-scheduler.xml}.
   *
   * @param resources names of the resources of the nodes
   * @param capacity sum of all nodes
   * @throws IOException if the file cannot be read or is refused; the message names file, key,
   *     value and what was expected
   */
  RunQueue readQueues(Path file, List<String> resources, long[] capacity) throws IOException;

  /** Returns the names of the schedulers that can be run. */
  List<String> schedulers();

  /** Returns a scheduler of one of the names. */
  Contender scheduler(String name);
}
