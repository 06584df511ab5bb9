// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;

/**
 * A scheduler that the demo can run: those on the class path and two of YARN's own.
 *
 * <p>All are measured by the static H-DRF allocation. By DFF's own definition the demo's jobs get
 * the same: each needs one kind of device or CPU, and memory is never short. Flat rules run with
 * the tree of queues, as flat shares are not meant to follow it.
 *
 * @param name on the command line
 * @param title how people call it
 * @param className the class, as an administrator names it in {@code yarn-site.xml}
 * @param judged whether its shares are judged; a rival's are only reported
 * @param settings what else it needs in {@code yarn-site.xml}
 */
record DemoScheduler(
    String name, String title, String className, boolean judged, Map<String, String> settings) {
  private static final DemoScheduler CAPACITY =
      new DemoScheduler(
          "capacity", "CapacityScheduler", CapacityScheduler.class.getName(), false, Map.of());

  private static final DemoScheduler FAIR =
      new DemoScheduler(
          "fair",
          "FairScheduler (drf)",
          FairScheduler.class.getName(),
          false,
          Map.of(RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES, "0"));

  static List<DemoScheduler> all() {
    return Stream.concat(
            SchedulerRules.all().stream().map(DemoScheduler::of), Stream.of(CAPACITY, FAIR))
        .toList();
  }

  private static DemoScheduler of(SchedulerRule rule) {
    Map<String, String> settings = new HashMap<>();
    rule.treeOptions().forEach((key, value) -> settings.put(rule.optionPrefix() + key, value));
    String title = rule.treeOptions().isEmpty() ? rule.title() : rule.title() + " (tree)";
    return new DemoScheduler(rule.name(), title, rule.schedulerClass(), true, Map.copyOf(settings));
  }

  /**
   * Returns the scheduler of a name, whatever the case of its letters.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  static DemoScheduler named(String name) {
    return all().stream()
        .filter(scheduler -> scheduler.name.equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("\"%s\": expected one of %s".formatted(name, all())));
  }

  /** The command-line options that run the demo under the others. */
  String others() {
    return all().stream()
        .filter(other -> !other.equals(this))
        .map(other -> "--scheduler " + other)
        .collect(Collectors.joining(", "));
  }

  /** As one writes it on the command line. */
  @Override
  public String toString() {
    return name;
  }
}
