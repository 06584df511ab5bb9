// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.sls.load.SlsScheduler;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.sls.scheduler.SLSCapacityScheduler;
import org.apache.hadoop.yarn.sls.scheduler.SLSFairScheduler;

/**
 * A scheduler that is measured: YARN's own two, and one for each rule on the class path.
 *
 * @param name on the command line and in tables
 * @param className what the ResourceManager starts
 * @param keys of {@code yarn-site.xml}
 */
record MeasuredScheduler(String name, String className, Map<String, String> keys) {
  static final String CAPACITY = "capacity";
  static final String FAIR = "fair";

  static List<MeasuredScheduler> all() {
    return Stream.concat(ofYarn(), ofRules()).toList();
  }

  private static Stream<MeasuredScheduler> ofYarn() {
    return Stream.of(
        // Where CapacityScheduler itself is named, the simulator switches its preemption on.
        new MeasuredScheduler(CAPACITY, SLSCapacityScheduler.class.getName(), Map.of()),
        // A heartbeat may fill the node, as under the others.
        new MeasuredScheduler(
            FAIR,
            SLSFairScheduler.class.getName(),
            Map.of(
                "yarn.scheduler.fair.assignmultiple", "true",
                "yarn.scheduler.fair.dynamic.max.assign", "false")));
  }

  private static Stream<MeasuredScheduler> ofRules() {
    return SchedulerRules.all().stream()
        .map(
            rule ->
                new MeasuredScheduler(
                    rule.name(),
                    SlsScheduler.class.getName(),
                    Map.of(SlsScheduler.RULE_KEY, rule.name())));
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  static MeasuredScheduler named(String name) {
    return all().stream()
        .filter(scheduler -> scheduler.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: expected one of %s"
                        .formatted(name, all().stream().map(MeasuredScheduler::name).toList())));
  }

  /** Returns whether it is YARN's own. */
  boolean isRival() {
    return ofYarn().anyMatch(rival -> rival.name.equals(name));
  }
}
