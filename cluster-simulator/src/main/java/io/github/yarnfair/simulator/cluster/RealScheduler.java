// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.host.SchedulerHost;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler that can be run: YARN's own two, and those on the class path.
 *
 * @param name on the command line
 * @param className the scheduler's class
 * @param optionPrefix what its options begin with; null for YARN's own
 */
record RealScheduler(String name, String className, @Nullable String optionPrefix) {
  private static final String YARN = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  static final RealScheduler CAPACITY =
      new RealScheduler("capacity-scheduler", YARN + "capacity.CapacityScheduler", null);

  static final RealScheduler FAIR =
      new RealScheduler("fair-scheduler", YARN + "fair.FairScheduler", null);

  static List<RealScheduler> all() {
    return Stream.concat(
            Stream.of(CAPACITY, FAIR),
            SchedulerRules.all().stream()
                .map(
                    rule ->
                        new RealScheduler(
                            rule.name() + "-scheduler",
                            rule.schedulerClass(),
                            rule.optionPrefix())))
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

  /**
   * @param options of this project's schedulers, without the prefix
   * @throws IllegalArgumentException if there are any and the scheduler has none
   */
  void checkOptions(Map<String, String> options) {
    if (!options.isEmpty() && optionPrefix == null) {
      throw new IllegalArgumentException(
          name + ": expected a scheduler of this project with " + options.keySet());
    }
  }

  /**
   * @throws IllegalArgumentException if the scheduler forecasts nothing
   */
  void checkForecasts() {
    if (optionPrefix == null) {
      throw new IllegalArgumentException(
          name + ": expected a scheduler of this project, as YARN's own forecast nothing");
    }
  }

  /** Returns a ResourceManager's configuration with these options. */
  Configuration configuration(Map<String, String> options) {
    Configuration conf = SchedulerHost.configuration(className);
    options.forEach((key, value) -> conf.set(optionPrefix + key, value));
    return conf;
  }

  @Override
  public String toString() {
    return name;
  }
}
