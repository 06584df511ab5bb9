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
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.host.SchedulerHost;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * A scheduler that is measured.
 *
 * @param label its name on the command line and in tables
 * @param className the scheduler's class
 */
record BenchScheduler(String label, String className) {
  private static final String YARN = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  /** The floor, with which the others are compared. */
  static final BenchScheduler FLOOR = new BenchScheduler("floor", FloorScheduler.class.getName());

  private static final List<BenchScheduler> KNOWN =
      List.of(
          FLOOR,
          new BenchScheduler("hdrf", "io.github.yarnfair.hdrf.HdrfScheduler"),
          new BenchScheduler("dff", "io.github.yarnfair.dff.DffScheduler"),
          new BenchScheduler("mch", "io.github.yarnfair.mch.MchScheduler"),
          new BenchScheduler("capacity", YARN + "capacity.CapacityScheduler"),
          new BenchScheduler("fair", YARN + "fair.FairScheduler"),
          new BenchScheduler("fifo", YARN + "fifo.FifoScheduler"));

  /** Returns the schedulers that have a short name. */
  static List<BenchScheduler> known() {
    return KNOWN;
  }

  /** Returns a scheduler by its short name or its class; which is loaded only when it is booted. */
  static BenchScheduler named(String name) {
    return KNOWN.stream()
        .filter(known -> known.label.equals(name) || known.className.equals(name))
        .findFirst()
        .orElseGet(() -> new BenchScheduler(name.substring(name.lastIndexOf('.') + 1), name));
  }

  /**
   * Returns a ResourceManager's configuration.
   *
   * @param options set last
   */
  Configuration configuration(Map<String, String> options) {
    Configuration conf = SchedulerHost.configuration(className);
    conf.set(YarnConfiguration.RESOURCE_TYPES, ClusterWorkload.GPU);
    options.forEach(conf::set);
    return conf;
  }
}
