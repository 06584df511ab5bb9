// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.mapping;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.placement.csmappingrule.MappingRule;
import org.jspecify.annotations.Nullable;

/** CapacityScheduler's queue mappings: they select an application's queue. */
public final class QueueMappings {
  /** Variables of a rule that describe the submission and its user; no rule may set them. */
  public static final Set<String> IMMUTABLE_VARIABLES =
      Set.of("%user", "%primary_group", "%secondary_group", "%application", "%specified");

  private final List<MappingRule> rules;
  private final boolean overrides;
  private final List<String> placementRules;
  private final MappingTargets targets;

  QueueMappings(
      List<MappingRule> rules,
      boolean overrides,
      List<String> placementRules,
      MappingTargets targets) {
    this.rules = List.copyOf(rules);
    this.overrides = overrides;
    this.placementRules = List.copyOf(placementRules);
    this.targets = targets;
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

  /**
   * Returns the full path of the leaf queue that a rule leads to.
   *
   * @param target without variables: a full path, a name, or a path below a name
   * @param maybeCreated whether a queue will do that would be created
   * @throws YarnException saying why no application can be put there
   */
  public String leaf(String target, boolean maybeCreated) throws YarnException {
    return targets.leaf(target, maybeCreated);
  }

  /** Returns whether there is a queue of that full path, or one alone of that name. */
  public boolean hasQueue(String pathOrName) {
    return targets.has(pathOrName);
  }

  /**
   * Returns the full path that a target without variables has, whether there is a queue or not;
   * null if it has none, or several.
   */
  public @Nullable String pathOf(String target) {
    return targets.pathOf(target);
  }
}
