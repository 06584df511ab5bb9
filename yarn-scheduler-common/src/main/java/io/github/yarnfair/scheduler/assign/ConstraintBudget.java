// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * How many placement constraints are evaluated in vain for one attempt in a visit of a node, or in
 * a pass over all nodes: each evaluation is made under the scheduler's lock. Requests that exceed
 * it are compared at the next visits, so that each is compared with each node in the end. A
 * container that is placed for a constrained request lets the attempt have the whole number again:
 * the bound is on what is tried without a result, not on the containers of a visit.
 */
final class ConstraintBudget {
  /** Parts evaluated without a container in a visit after which no further request is compared. */
  static final int MOST_PARTS = 16;

  private final Map<ApplicationAttemptId, Tried> byAttempt = new HashMap<>();
  private int most = MOST_PARTS;

  /** What a visit has evaluated for one attempt. */
  private static final class Tried {
    /** With which request the visit begins; null: with the first. */
    final @Nullable SchedulerRequestKey first;

    int parts;

    Tried(@Nullable SchedulerRequestKey first) {
      this.first = first;
    }
  }

  /**
   * Begins a visit or a pass.
   *
   * @param visits how many visits of nodes the pass stands for; 1 for a visit
   */
  void open(int visits) {
    most = MOST_PARTS * Math.max(1, visits);
    if (!byAttempt.isEmpty()) {
      byAttempt.clear();
    }
  }

  /**
   * Returns whether a request may be compared now; one without constraints may. Call for the
   * requests of an attempt in the order of their keys.
   *
   * @param place the node, or what identifies the nodes of the pass
   */
  boolean allows(AppAttempt attempt, Ask ask, Object place) {
    if (!ask.isConstrained()) {
      return true;
    }
    Tried tried =
        byAttempt.computeIfAbsent(
            attempt.getApplicationAttemptId(), any -> new Tried(attempt.constraints().goOn(place)));
    if (tried.first != null && ask.key().compareTo(tried.first) < 0) {
      return false;
    }
    if (tried.parts >= most) {
      attempt.constraints().goOnAt(place, ask.key());
      return false;
    }
    return true;
  }

  /** Counts the comparison of a request with one node. */
  void count(AppAttempt attempt, Ask ask) {
    Tried tried = ask.isConstrained() ? byAttempt.get(attempt.getApplicationAttemptId()) : null;
    if (tried != null) {
      tried.parts += attempt.constraints().evaluatedParts(ask);
    }
  }

  /** Notes that a request has a container: what was evaluated for it was not in vain. */
  void served(AppAttempt attempt, Ask ask) {
    Tried tried = ask.isConstrained() ? byAttempt.get(attempt.getApplicationAttemptId()) : null;
    if (tried != null) {
      tried.parts = 0;
    }
  }
}
