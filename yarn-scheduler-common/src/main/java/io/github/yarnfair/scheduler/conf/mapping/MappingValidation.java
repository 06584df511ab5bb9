// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.mapping;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.placement.csmappingrule.MappingRuleValidationContext;

/**
 * Checks where mapping rules lead before any application is submitted: as far as a target's path
 * has no variables, there must be queues, or CapacityScheduler would create them.
 */
final class MappingValidation implements MappingRuleValidationContext {
  private final MappingTargets targets;
  private final Set<String> variables = new HashSet<>(QueueMappings.IMMUTABLE_VARIABLES);

  MappingValidation(MappingTargets targets) {
    this.targets = targets;
    variables.add("%default");
  }

  @Override
  public boolean validateQueuePath(String target) throws YarnException {
    List<String> parts = Arrays.asList(target.split("\\.", -1));
    int fixed = 0;
    while (fixed < parts.size() && !variables.contains(parts.get(fixed))) {
      fixed++;
    }
    if (fixed > 0) {
      check(String.join(".", parts.subList(0, fixed)), fixed == parts.size());
    }
    return true;
  }

  /** The fixed beginning of a target leads to a parent queue, a whole target to a leaf queue. */
  private void check(String fixed, boolean isWhole) throws YarnException {
    if (isWhole) {
      targets.leaf(fixed, true);
    } else {
      targets.checkParent(fixed);
    }
  }

  @Override
  public boolean isPathStatic(String target) {
    return Arrays.stream(target.split("\\.", -1)).noneMatch(variables::contains);
  }

  @Override
  public void addVariable(String variable) throws YarnException {
    if (QueueMappings.IMMUTABLE_VARIABLES.contains(variable)) {
      throw new YarnException("the value of " + variable + " cannot be set");
    }
    variables.add(variable);
  }

  @Override
  public void addImmutableVariable(String variable) {
    throw new UnsupportedOperationException("they are known from the start: " + variable);
  }

  @Override
  public Set<String> getVariables() {
    return Set.copyOf(variables);
  }
}
