// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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

  /**
   * Returns a scheduler of one of the names.
   *
   * @param options of the scheduler, without its prefix
   * @throws IllegalArgumentException if there are any and the scheduler is not of this project
   */
  Contender scheduler(String name, Map<String, String> options);

  /**
   * Returns a scheduler that forecasts starts.
   *
   * @throws IllegalArgumentException if there is none of that name, or it forecasts nothing
   */
  ForecastingContender forecasting(String name);
}
