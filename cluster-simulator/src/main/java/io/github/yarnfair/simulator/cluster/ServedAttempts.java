// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/** The attempts that have been given containers and have not fetched them. */
final class ServedAttempts {
  private final Set<ApplicationAttemptId> attempts = new LinkedHashSet<>();

  /** The scheduler has placed a container of an attempt. */
  synchronized void add(ApplicationAttemptId attempt) {
    attempts.add(attempt);
  }

  /** Returns the attempts, in the order of their first containers, and forgets them. */
  synchronized List<ApplicationAttemptId> take() {
    List<ApplicationAttemptId> taken = List.copyOf(attempts);
    attempts.clear();
    return taken;
  }
}
