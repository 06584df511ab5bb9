// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.mapping;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.placement.csmappingrule.MappingRule;

/** CapacityScheduler's queue mappings: they select an application's queue. */
public final class QueueMappings {
  /** Variables of a rule that describe the submission and its user; no rule may set them. */
  public static final Set<String> IMMUTABLE_VARIABLES =
      Set.of("%user", "%primary_group", "%secondary_group", "%application", "%specified");

  private final List<MappingRule> rules;
  private final boolean overrides;
  private final List<String> placementRules;

  QueueMappings(List<MappingRule> rules, boolean overrides, List<String> placementRules) {
    this.rules = List.copyOf(rules);
    this.overrides = overrides;
    this.placementRules = List.copyOf(placementRules);
  }

  /** Returns the mapping rules, in the order in which they are tried. */
  public List<MappingRule> rules() {
    return rules;
  }

  /** Returns whether the mappings also apply to applications that name a queue. */
  public boolean overrides() {
    return overrides;
  }

  /**
   * Returns which placement rules there are, in the order in which they are tried: {@code
   * user-group} and {@code app-name} both stand for {@link #rules}, all else are names of classes.
   */
  public List<String> placementRules() {
    return placementRules;
  }
}
