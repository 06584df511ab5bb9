// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.conf.GangRequest;
import io.github.yarnfair.scheduler.model.AppAttempt;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which attempts are given their first containers all at once, by what the application says. */
final class GangMembership {
  private static final Logger LOG = LoggerFactory.getLogger(GangMembership.class);

  private GangMembership() {}

  /**
   * Checks what an application that is submitted asks for.
   *
   * @throws YarnException naming application, tag and what was expected
   */
  static void check(ApplicationId id, SharedState state) throws YarnException {
    try {
      read(id, state);
    } catch (IllegalArgumentException e) {
      throw new YarnException("%s is refused: %s".formatted(id, e.getMessage()));
    }
  }

  private static @Nullable GangRequest read(ApplicationId id, SharedState state) {
    RMApp app = state.app(id);
    return app == null
        ? null
        : GangRequest.read(app.getApplicationTags(), app.getApplicationSchedulingEnvs());
  }

  /**
   * Lets the first containers of an attempt start together if its application asks for that. An
   * attempt that holds tasks of the one before has started already.
   *
   * @param isRecovered whether the attempt is older than this ResourceManager
   */
  static void join(AppAttempt attempt, boolean isRecovered, SharedState state) {
    assert state.isLocked();
    try {
      GangRequest request = read(attempt.getApplicationId(), state);
      if (request != null && !attempt.holdsTasks()) {
        boolean isFirst = attempt.getApplicationAttemptId().getAttemptId() == 1;
        state.reservations().gangs().join(attempt, request, isRecovered || !isFirst);
      }
    } catch (IllegalArgumentException e) {
      // It was accepted by another scheduler before the restart.
      LOG.warn("{} has no gang: {}", attempt.getApplicationId(), e.getMessage());
    }
  }

  /** An attempt that held tasks before a restart has started already. */
  static void recovered(@Nullable AppAttempt attempt, SharedState state) {
    if (attempt != null && attempt.gang() != null && attempt.holdsTasks()) {
      state.reservations().gangs().leave(attempt);
      state.inbox().changed(attempt);
    }
  }
}
