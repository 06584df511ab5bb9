// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.ForecastingContender;
import io.github.yarnfair.simulator.run.RunQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a run can do with Hadoop's classes; found as a service. */
public final class HadoopExtension implements ClusterExtension {
  @Override
  public RunQueue readQueues(Path file, List<String> resources, long[] capacity)
      throws IOException {
    return QueueFileReader.read(file, resources, capacity);
  }

  @Override
  public List<String> schedulers() {
    return RealScheduler.names();
  }

  @Override
  public Contender scheduler(String name, Map<String, String> options) {
    return new HostedContender(RealScheduler.of(name), options);
  }

  @Override
  public ForecastingContender forecasting(String name) {
    RealScheduler scheduler = RealScheduler.of(name);
    scheduler.checkForecasts();
    return new HostedContender(scheduler);
  }
}
