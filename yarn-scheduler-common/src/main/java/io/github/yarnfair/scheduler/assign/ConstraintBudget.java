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
 * How many placement constraints are evaluated in a visit of a node for one attempt: each
 * evaluation is made under the scheduler's lock. Those that exceed it are evaluated at the next
 * visits of the node, so that each request is compared with each node in the end.
 */
final class ConstraintBudget {
  /** Parts of constraints after which no further constraint is evaluated for an attempt. */
  static final int MOST_PARTS = 16;

  private final Map<ApplicationAttemptId, Integer> evaluated = new HashMap<>();

  /** With which request the attempt at hand goes on at the node; null: with the first. */
  private @Nullable SchedulerRequestKey first;

  /** Begins a visit. */
  void open() {
    if (!evaluated.isEmpty()) {
      evaluated.clear();
    }
  }

  /** Begins to go through the requests of an attempt, by key. */
  void begin(AppAttempt attempt, NodeId node) {
    first = attempt.constraints().goOn(node);
  }

  /** Returns whether a request may be compared with the node now; one without constraints may. */
  boolean allows(AppAttempt attempt, Ask ask, NodeId node) {
    if (!ask.isConstrained()) {
      return true;
    }
    if (first != null && ask.key().compareTo(first) < 0) {
      return false;
    }
    int parts = evaluated.getOrDefault(attempt.getApplicationAttemptId(), 0);
    if (parts >= MOST_PARTS) {
      attempt.constraints().goOnAt(node, ask.key());
      return false;
    }
    evaluated.put(
        attempt.getApplicationAttemptId(), parts + attempt.constraints().evaluatedParts(ask));
    return true;
  }
}
