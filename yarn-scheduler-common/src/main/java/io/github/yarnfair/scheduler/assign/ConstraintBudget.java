/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Ask;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * How many placement constraints are evaluated in vain in a visit of a node for one attempt: each
 * evaluation is made under the scheduler's lock. Those that exceed it are evaluated at the next
 * visits of the node, so that each request is compared with each node in the end. A container that
 * is placed for a constrained request lets the attempt have the whole number again: the bound is on
 * what is tried without a result, not on the containers of a visit.
 */
final class ConstraintBudget {
  /** Parts evaluated without a container after which no further constraint is evaluated. */
  static final int MOST_PARTS = 16;

  private final Map<ApplicationAttemptId, Tried> byAttempt = new HashMap<>();

  /** What a visit has evaluated for one attempt. */
  private static final class Tried {
    /** With which request the visit begins; null: with the first. */
    final @Nullable SchedulerRequestKey first;

    int parts;

    Tried(@Nullable SchedulerRequestKey first) {
      this.first = first;
    }
  }

  /** Begins a visit. */
  void open() {
    if (!byAttempt.isEmpty()) {
      byAttempt.clear();
    }
  }

  /**
   * Returns whether a request may be compared with the node now; one without constraints may. Call
   * for the requests of an attempt in the order of their keys.
   */
  boolean allows(AppAttempt attempt, Ask ask, NodeId node) {
    if (!ask.isConstrained()) {
      return true;
    }
    Tried tried =
        byAttempt.computeIfAbsent(
            attempt.getApplicationAttemptId(), any -> new Tried(attempt.constraints().goOn(node)));
    if (tried.first != null && ask.key().compareTo(tried.first) < 0) {
      return false;
    }
    if (tried.parts >= MOST_PARTS) {
      attempt.constraints().goOnAt(node, ask.key());
      return false;
    }
    tried.parts += attempt.constraints().evaluatedParts(ask);
    return true;
  }

  /** Notes that a request has a container: what was evaluated for it was not in vain. */
  void served(AppAttempt attempt, Ask ask) {
    Tried tried = ask.isConstrained() ? byAttempt.get(attempt.getApplicationAttemptId()) : null;
    if (tried != null) {
      tried.parts = 0;
    }
  }
}
