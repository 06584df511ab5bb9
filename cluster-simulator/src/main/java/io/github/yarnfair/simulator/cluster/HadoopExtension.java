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
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.run.RunQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
  public Contender scheduler(String name) {
    return new HostedContender(RealScheduler.of(name));
  }
}
