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

import io.github.yarnfair.core.scenario.TreeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;

/**
 * A scheduler that is measured.
 *
 * @param label its name on the command line and in tables
 * @param className the scheduler's class
 */
record BenchScheduler(String label, String className) {
  private static final String YARN = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";
  private static final String FAIR = YARN + "fair.FairScheduler";

  /** What the others are compared with. */
  static final BenchScheduler FLOOR = new BenchScheduler("floor", FloorScheduler.class.getName());

  private static final List<BenchScheduler> KNOWN =
      List.of(
          FLOOR,
          new BenchScheduler("hdrf", "io.github.yarnfair.hdrf.HdrfScheduler"),
          new BenchScheduler("dff", "io.github.yarnfair.dff.DffScheduler"),
          new BenchScheduler("mch", "io.github.yarnfair.mch.MchScheduler"),
          new BenchScheduler("capacity", YARN + "capacity.CapacityScheduler"),
          new BenchScheduler("fair", FAIR),
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
   * Writes the queue file, a capacity-scheduler.xml for whoever is not FairScheduler, and returns a
   * ResourceManager's configuration.
   *
   * @param directory for the queue file
   * @param options set last
   * @throws IOException if the queue file cannot be written
   */
  Configuration configuration(TreeSpec root, Path directory, Map<String, String> options)
      throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, className);
    conf.set(YarnConfiguration.RESOURCE_TYPES, ClusterWorkload.GPU);
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, false);
    if (className.equals(FAIR)) {
      Path file = directory.resolve("fair-scheduler.xml");
      Files.writeString(file, QueueFile.fairAllocations(root));
      conf.set(FairSchedulerConfiguration.ALLOCATION_FILE, file.toString());
      conf.setBoolean(FairSchedulerConfiguration.ASSIGN_MULTIPLE, true);
      conf.setBoolean(FairSchedulerConfiguration.DYNAMIC_MAX_ASSIGN, false);
      // The churn calls update() itself: by the simulated time, and where it is measured.
      conf.setInt(FairSchedulerConfiguration.UPDATE_INTERVAL_MS, Integer.MAX_VALUE);
    } else {
      Path file = directory.resolve("capacity-scheduler.xml");
      Files.writeString(file, QueueFile.xml(QueueFile.capacityKeys(root)));
    }
    options.forEach(conf::set);
    return conf;
  }

  /** Returns the short names. */
  static List<String> labels() {
    return KNOWN.stream().map(BenchScheduler::label).toList();
  }
}
