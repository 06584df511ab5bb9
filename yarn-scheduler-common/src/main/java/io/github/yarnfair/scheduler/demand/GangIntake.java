// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.gang.Gangs;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Gang;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests of an attempt whose first containers start together enter the share tree.
 * Under the scheduler's write lock.
 */
final class GangIntake {
  private final Gangs gangs;
  private final FeasibilityCheck feasibility;

  GangIntake(Gangs gangs, FeasibilityCheck feasibility) {
    this.gangs = gangs;
    this.feasibility = feasibility;
  }

  /**
   * Returns the requests that may be served now.
   *
   * @param all what the attempt asks for
   */
  AskTable takeIn(AppAttempt attempt, Gang gang, AskTable all) {
    AskTable members = gangs.read(gang, all);
    if (gang.asked() < gang.size()) {
      if (gangs.hasProbablyStarted(gang)) {
        gangs.leave(attempt);
        return all;
      }
      return gangs.update(gang, all, incomplete(gang), Gang.State.INCOMPLETE, null);
    }
    String problem = problem(attempt, gang, members);
    String tooMuch =
        problem == null ? feasibility.gangTooMuch(gang, gangs.settings().maximumShare()) : null;
    return gangs.update(
        gang,
        all,
        problem == null ? null : text(gang, problem),
        Gang.State.INFEASIBLE,
        tooMuch == null
            ? null
            : text(gang, tooMuch + "; all start once others leave room for all of them at once. "));
  }

  private @Nullable String problem(AppAttempt attempt, Gang gang, AskTable members) {
    if (!feasibility.canBeHeld(attempt, members)) {
      return "it waits until each of its containers can be served. ";
    }
    String found = feasibility.gangProblem(gang);
    return found == null ? null : found + "; nothing is kept for it. ";
  }

  private static String text(Gang gang, String said) {
    return "Gang of %d: %s".formatted(gang.size(), said);
  }

  private String incomplete(Gang gang) {
    if (gang.asked() == 0) {
      return "";
    }
    String atLatest =
        gang.mayHaveStarted()
            ? ", or what is asked for after %d s, as the application may have had its gang before"
                .formatted(gang.timeoutMillis(gangs.settings().timeoutMillis()) / 1000)
            : "";
    return "Gang of %d: %d containers are asked for; all start together once %d are%s. "
        .formatted(gang.size(), gang.asked(), gang.size(), atLatest);
  }
}
