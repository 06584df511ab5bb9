// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.mapping.MappingTargets;
import io.github.yarnfair.scheduler.conf.mapping.QueueMappings;
import io.github.yarnfair.scheduler.conf.queue.QueueNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.CSMappingPlacementRule;
import org.apache.hadoop.yarn.server.resourcemanager.placement.VariableContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.csmappingrule.MappingRule;
import org.apache.hadoop.yarn.server.resourcemanager.placement.csmappingrule.MappingRuleResult;
import org.apache.hadoop.yarn.server.resourcemanager.placement.csmappingrule.MappingRuleResultType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts applications into queues by the queue file's mapping rules, as CapacityScheduler does: its
 * own rule of that kind serves no other scheduler. Code that looks for that rule by its type finds
 * this one; nothing of it is used. Any thread.
 */
final class QueuePlacement extends CSMappingPlacementRule {
  /** The class of CapacityScheduler's own rule, for which this one stands where it is named. */
  static final String NAME =
      "org.apache.hadoop.yarn.server.resourcemanager.placement.CSMappingPlacementRule";

  private static final Logger LOG = LoggerFactory.getLogger(QueuePlacement.class);

  private final QueueMappings mappings;
  private final Supplier<QueueNames> names;
  private final Groups groups;

  QueuePlacement(QueueMappings mappings, Supplier<QueueNames> names, Groups groups) {
    this.mappings = mappings;
    this.names = names;
    this.groups = groups;
  }

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public boolean initialize(ResourceScheduler scheduler) {
    return !mappings.rules().isEmpty();
  }

  /**
   * An application that another ResourceManager has placed keeps its queue, which is in the store.
   */
  @Override
  public @Nullable ApplicationPlacementContext getPlacementForApp(
      ApplicationSubmissionContext submission, String user, boolean recovery) throws YarnException {
    return recovery ? null : getPlacementForApp(submission, user);
  }

  /**
   * Returns the queue in which an application is to run, or null if no rule applies: then it runs
   * in the queue that its submission names.
   *
   * @throws YarnException if a rule refuses it, or sends it to a default queue that is not there
   */
  @Override
  public @Nullable ApplicationPlacementContext getPlacementForApp(
      ApplicationSubmissionContext submission, String user) throws YarnException {
    if (namesQueue(submission) && !mappings.overrides()) {
      return null;
    }
    String queue = firstMatch(submission, user);
    if (queue == null) {
      return null;
    }
    LOG.info(
        "{} of {} is mapped to {}",
        submission.getApplicationId(),
        LogText.of(user),
        LogText.of(queue));
    int dot = queue.lastIndexOf('.');
    // YARN keeps the name in the submission where it equals the last part of the path but for case.
    if (queue.substring(dot + 1).equalsIgnoreCase(submission.getQueue())) {
      submission.setQueue(queue);
    }
    return dot < 0
        ? new ApplicationPlacementContext(queue)
        : new ApplicationPlacementContext(queue.substring(dot + 1), queue.substring(0, dot));
  }

  /** A submission that names no queue arrives with this name. */
  private static boolean namesQueue(ApplicationSubmissionContext submission) {
    return !YarnConfiguration.DEFAULT_QUEUE_NAME.equals(submission.getQueue());
  }

  private @Nullable String firstMatch(ApplicationSubmissionContext submission, String user)
      throws YarnException {
    VariableContext variables = variables(submission, user);
    for (MappingRule rule : mappings.rules()) {
      String queue = apply(rule, variables, submission);
      if (queue != null) {
        return queue;
      }
    }
    return null;
  }

  private @Nullable String apply(
      MappingRule rule, VariableContext variables, ApplicationSubmissionContext submission)
      throws YarnException {
    MappingRuleResult result = rule.evaluate(variables);
    if (result.getResult() == MappingRuleResultType.PLACE) {
      try {
        return new MappingTargets(names.get()).leaf(result.getQueue(), result.isCreateAllowed());
      } catch (YarnException e) {
        LOG.info(
            "{} cannot be mapped by {}: {}", submission.getApplicationId(), rule, e.getMessage());
        result = rule.getFallback();
      }
    }
    return switch (result.getResult()) {
      case PLACE_TO_DEFAULT -> defaultQueue(variables, submission);
      case REJECT -> {
        LOG.warn("{} is refused by {}", submission.getApplicationId(), rule);
        throw refusal(submission);
      }
      default -> null;
    };
  }

  private String defaultQueue(VariableContext variables, ApplicationSubmissionContext submission)
      throws YarnException {
    try {
      return new MappingTargets(names.get())
          .leaf(variables.replacePathVariables("%default"), false);
    } catch (YarnException e) {
      LOG.warn(
          "{} is refused: it is mapped to the default queue, but {}",
          submission.getApplicationId(),
          e.getMessage());
      throw refusal(submission);
    }
  }

  /** Does not tell the user the rules, which only administrators may read. */
  private static YarnException refusal(ApplicationSubmissionContext submission) {
    return new YarnException(
        "%s is refused by a queue mapping; the ResourceManager's log says why"
            .formatted(submission.getApplicationId()));
  }

  private VariableContext variables(ApplicationSubmissionContext submission, String user) {
    VariableContext variables = new VariableContext();
    String name = queueName(user);
    if (!name.equals(user)) {
      variables.putOriginal("%user", user);
    }
    variables.put("%user", name);
    variables.put("%specified", namesQueue(submission) ? submission.getQueue() : "");
    variables.put("%application", submission.getApplicationName());
    variables.put("%default", "root.default");
    addGroups(variables, user);
    variables.setImmutables(QueueMappings.IMMUTABLE_VARIABLES);
    return variables;
  }

  private void addGroups(VariableContext variables, String user) {
    List<String> names = new ArrayList<>();
    try {
      var of = groups.getGroupsSet(user);
      variables.putExtraDataset("groups", of);
      of.forEach(group -> names.add(queueName(group)));
    } catch (IOException e) {
      LOG.warn("The groups of {} are not known", LogText.of(user), e);
    }
    variables.put("%primary_group", names.isEmpty() ? "" : names.get(0));
    List<String> others = names.subList(Math.min(1, names.size()), names.size());
    variables.putConditional("%secondary_group", (parts, i) -> firstWithQueue(others, parts, i));
  }

  /** The first group, but for the primary one, that has a queue where the path leads so far. */
  private String firstWithQueue(List<String> groupNames, String[] parts, int index) {
    String parent = String.join(".", List.of(parts).subList(0, index));
    QueueNames queues = names.get();
    return groupNames.stream()
        .filter(group -> queues.find(parent.isEmpty() ? group : parent + "." + group) != null)
        .findFirst()
        .orElse("");
  }

  /** A dot would begin another part of the path. */
  private static String queueName(String userOrGroup) {
    return userOrGroup.replace(".", "_dot_");
  }
}
