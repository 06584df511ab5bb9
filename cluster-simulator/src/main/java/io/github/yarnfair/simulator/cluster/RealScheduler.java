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

import io.github.yarnfair.core.rule.SchedulerRules;
import java.util.List;
import java.util.stream.Stream;

/**
 * A scheduler that can be run: YARN's own two, and those on the class path.
 *
 * @param name on the command line
 * @param className the scheduler's class
 */
record RealScheduler(String name, String className) {
  private static final String YARN = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  static final RealScheduler CAPACITY =
      new RealScheduler("capacity-scheduler", YARN + "capacity.CapacityScheduler");

  static final RealScheduler FAIR =
      new RealScheduler("fair-scheduler", YARN + "fair.FairScheduler");

  static List<RealScheduler> all() {
    return Stream.concat(
            Stream.of(CAPACITY, FAIR),
            SchedulerRules.all().stream()
                .map(rule -> new RealScheduler(rule.name() + "-scheduler", rule.schedulerClass())))
        .toList();
  }

  static List<String> names() {
    return all().stream().map(RealScheduler::name).toList();
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  static RealScheduler of(String name) {
    return all().stream()
        .filter(scheduler -> scheduler.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + ": expected one of " + names()));
  }

  @Override
  public String toString() {
    return name;
  }
}
