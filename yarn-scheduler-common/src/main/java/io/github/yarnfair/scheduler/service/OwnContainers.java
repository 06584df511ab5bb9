// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger.AuditConstants;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;

/**
 * Leaves out of an application master's call the containers of other applications. YARN checks the
 * owner of a container that is released only for applications that do not keep containers across
 * attempts, and never that of one that is resized. A container of an earlier attempt belongs to the
 * same application.
 */
final class OwnContainers {
  private static final String NOT_OWNED = "CONTAINER_OF_ANOTHER_APPLICATION";

  private OwnContainers() {}

  /** Returns those of the named containers that an attempt may release; audits the others. */
  static List<ContainerId> of(AppAttempt attempt, List<ContainerId> named) {
    if (named.stream().allMatch(container -> isOwn(attempt, container))) {
      return named; // as almost always
    }
    return named.stream().filter(container -> isOwnOrAudited(attempt, container)).toList();
  }

  /** Retains the updates that an attempt may ask for; reports the others to its master. */
  static void retain(AppAttempt attempt, ContainerUpdates updates) {
    retain(attempt, updates.getIncreaseRequests());
    retain(attempt, updates.getDecreaseRequests());
    retain(attempt, updates.getPromotionRequests());
    retain(attempt, updates.getDemotionRequests());
  }

  private static void retain(AppAttempt attempt, List<UpdateContainerRequest> requests) {
    requests.removeIf(
        request -> {
          boolean isForeign = !isOwnOrAudited(attempt, request.getContainerId());
          if (isForeign) {
            attempt.refuseUpdate(request, NOT_OWNED);
          }
          return isForeign;
        });
  }

  private static boolean isOwn(AppAttempt attempt, ContainerId container) {
    return container
        .getApplicationAttemptId()
        .getApplicationId()
        .equals(attempt.getApplicationId());
  }

  private static boolean isOwnOrAudited(AppAttempt attempt, ContainerId container) {
    boolean isOwn = isOwn(attempt, container);
    if (!isOwn) {
      RMAuditLogger.logFailure(
          attempt.getUser(),
          AuditConstants.RELEASE_CONTAINER,
          "Unauthorized access or invalid container",
          "Scheduler",
          "Trying to release or resize a container of another application.",
          attempt.getApplicationId(),
          container,
          null);
    }
    return isOwn;
  }
}
