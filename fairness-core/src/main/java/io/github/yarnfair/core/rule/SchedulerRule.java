// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.rule;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.List;
import java.util.Map;

/**
 * What distinguishes one scheduler from another: its name, its policies, its options and its
 * defaults. An implementation is a service of its module: it is named in {@code
 * META-INF/services/io.github.yarnfair.core.rule.SchedulerRule} and has a public constructor
 * without parameters.
 */
public interface SchedulerRule {
  /**
   * Returns the name, one lower-case word. The scheduler's options begin with {@link
   * #optionPrefix}, and command lines select the scheduler by it.
   */
  String name();

  /** Returns the name as people write it: {@code H-DRF}. */
  String title();

  /** Returns the class that {@code yarn.resourcemanager.scheduler.class} names. */
  String schedulerClass();

  /** Returns the simple name of that class, which reports, logs and recordings show. */
  default String schedulerName() {
    return schedulerClass().substring(schedulerClass().lastIndexOf('.') + 1);
  }

  /** Returns the forms of the rule, the default one first; never empty. */
  List<RuleForm> forms();

  /**
   * Returns a new policy of the form that options select.
   *
   * @throws InvalidOptionException if an option has none of its values
   */
  FairnessPolicy policy(RuleOptions options);

  /**
   * Returns the node choice used if none is configured and memory and vcores are the only resource
   * types.
   */
  default NodeChoice nodeChoice() {
    return NodeChoice.HEARTBEAT;
  }

  /** Returns the share space used if none is configured. */
  default ShareSpace.Kind shareSpace() {
    return ShareSpace.Kind.CLASS;
  }

  /**
   * Returns whether the share of each leaf queue is divided among its users, also where the queue
   * file sets nothing for users.
   *
   * @throws InvalidOptionException if an option has none of its values
   */
  default boolean usersAreShares(RuleOptions options) {
    return false;
  }

  /**
   * Returns the options with which shares follow the tree of queues, by names without {@link
   * #optionPrefix}; empty if they do so by default.
   */
  default Map<String, String> treeOptions() {
    return Map.of();
  }

  /** Returns the common part of the keys of this scheduler's options, with the last dot. */
  default String optionPrefix() {
    return "yarn.scheduler." + name() + ".";
  }
}
