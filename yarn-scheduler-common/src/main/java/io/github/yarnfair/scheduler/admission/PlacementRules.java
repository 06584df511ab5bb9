// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import io.github.yarnfair.scheduler.conf.mapping.QueueMappings;
import io.github.yarnfair.scheduler.conf.queue.QueueNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementFactory;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementRule;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;

/** The placement rules that decide in which queue a submitted application runs. */
public final class PlacementRules {
  private static final String KEY = YarnConfiguration.QUEUE_PLACEMENT_RULES;

  private PlacementRules() {}

  /**
   * Returns the rules in the order in which they are asked: the queue file's mappings where they
   * are named, and by class what an administrator has written for themselves. The last one places
   * nothing; it writes out the name of the queue that a submission names.
   *
   * @param names of the queues in force
   * @throws IOException naming key and value, if a class is not there or refuses this scheduler
   */
  public static List<PlacementRule> of(
      QueueMappings mappings,
      Supplier<QueueNames> names,
      Configuration conf,
      ResourceScheduler scheduler)
      throws IOException {
    PlacementRule ofMappings =
        new QueuePlacement(mappings, names, Groups.getUserToGroupsMappingService(conf));
    List<PlacementRule> rules = new ArrayList<>();
    for (String name : mappings.placementRules()) {
      PlacementRule rule =
          switch (name) {
            case YarnConfiguration.USER_GROUP_PLACEMENT_RULE,
                YarnConfiguration.APP_NAME_PLACEMENT_RULE,
                QueuePlacement.NAME ->
                ofMappings;
            default -> byClass(name, conf);
          };
      if (!rules.contains(rule) && initialize(rule, name, conf, scheduler)) {
        rules.add(rule);
      }
    }
    rules.add(new FullQueuePath(names));
    return rules;
  }

  private static PlacementRule byClass(String name, Configuration conf) throws IOException {
    try {
      return PlacementFactory.getPlacementRule(name, conf);
    } catch (ClassNotFoundException | RuntimeException e) {
      throw refused(name, conf, e);
    }
  }

  private static boolean initialize(
      PlacementRule rule, String name, Configuration conf, ResourceScheduler scheduler)
      throws IOException {
    try {
      return rule.initialize(scheduler);
    } catch (IOException | RuntimeException e) {
      throw refused(name, conf, e);
    }
  }

  private static IOException refused(String name, Configuration conf, Exception cause) {
    IOException refusal =
        ConfiguredKey.refused(
            conf,
            KEY,
            "user-group, app-name, %s and classes of placement rules for any scheduler, but %s: %s"
                .formatted(QueuePlacement.NAME, name, cause));
    refusal.initCause(cause);
    return refusal;
  }
}
