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

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The schedulers that can be run, YARN's and this project's, by class. */
enum RealScheduler {
  CAPACITY_SCHEDULER(
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler"),
  FAIR_SCHEDULER("org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler"),
  HDRF_SCHEDULER("io.github.yarnfair.hdrf.HdrfScheduler"),
  DFF_SCHEDULER("io.github.yarnfair.dff.DffScheduler"),
  MCH_SCHEDULER("io.github.yarnfair.mch.MchScheduler"),
  DRFH_SCHEDULER("io.github.yarnfair.drfh.DrfhScheduler"),
  UDRF_SCHEDULER("io.github.yarnfair.udrf.UdrfScheduler");

  private final String className;

  RealScheduler(String className) {
    this.className = className;
  }

  String className() {
    return className;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(RealScheduler::toString).toList();
  }

  static RealScheduler of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
