// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;

/**
 * How a node's free resources are assigned: to every request that fits, or with room kept for
 * larger requests. {@link ContainerAssigner#assign} calls the methods in the order in which they
 * are declared. The defaults serve every request that fits.
 */
interface NodeHeadroom {
  /** Called after the demand of an attempt was taken in; it may have ended. */
  default void demandChanged(AppAttempt attempt) {}

  /** Forgets a node that has left the cluster. */
  default void removed(ClusterNode node) {}

  /**
   * Ends the node's wait if it has lasted too long or is in vain.
   *
   * @param now the scheduler's clock, in milliseconds
   */
  default void begin(NodeVisit visit, long now) {}

  /** Returns whether turns precede the assignment of the free resources. */
  default boolean takesTurns(NodeVisit visit) {
    return false;
  }

  /** Serves the application whose turn it is, or makes the node wait for it. */
  default Turn takeTurn(NodeVisit visit, Application application) {
    return visit.serve(application);
  }

  /**
   * Likewise for requests of one size, which fit the limits above the application.
   *
   * @param attempt the {@linkplain NodeVisit#candidate candidate} of the application
   */
  default Turn takeTurn(
      NodeVisit visit, Application application, AppAttempt attempt, AskGroups.Group alike) {
    return Turn.DECLINED;
  }

  /**
   * Returns whether the node makes no offer now. Called before each offer of free resources.
   *
   * @param now the scheduler's clock, in milliseconds
   */
  default boolean holdsBack(NodeVisit visit, long now) {
    return false;
  }

  /**
   * Records that the assignment has ended. Not called if nothing was free.
   *
   * @param isUsedUp whether no application can use the rest
   * @param now the scheduler's clock, in milliseconds
   */
  default void end(ClusterNode node, boolean isUsedUp, long now) {}
}
