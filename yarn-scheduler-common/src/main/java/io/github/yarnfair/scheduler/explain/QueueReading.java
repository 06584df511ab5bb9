// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.explain.ApplicationReading.GangWait;
import io.github.yarnfair.scheduler.explain.ApplicationReading.HeldBack;
import io.github.yarnfair.scheduler.explain.ApplicationReading.Limited;
import io.github.yarnfair.scheduler.master.MasterWait;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.List;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.jspecify.annotations.Nullable;

/**
 * What is read of one queue, and of the applications in it and below, under the lock.
 *
 * @param limited the queue and those above it
 * @param parallel of the first application that waits to run; null if none does
 * @param master of the first application that waits for room for its master; null if none does
 * @param gang what the diagnostics say of the first gang that waits; null if none does
 */
record QueueReading(
    QueueState state,
    List<Limited> limited,
    @Nullable HeldBack parallel,
    @Nullable WaitingMaster master,
    @Nullable GangWait gang) {

  /** Applications that are looked at. */
  private static final int MOST_APPLICATIONS = 200;

  /** An application that waits for room for its master. */
  record WaitingMaster(LeafQueue queue, MasterWait why, String user) {}

  /** Reads a queue. Under the lock. */
  static QueueReading of(FairQueue queue, ExplainedCluster cluster) {
    HeldBack parallel = null;
    WaitingMaster master = null;
    GangWait gang = null;
    List<AppAttempt> attempts = LeafQueue.attemptsOf(queue).limit(MOST_APPLICATIONS).toList();
    for (AppAttempt attempt : attempts) {
      LeafQueue leaf = attempt.queue();
      gang = gang == null ? waiting(attempt) : gang;
      parallel = parallel == null ? HeldBack.of(attempt, cluster) : parallel;
      MasterWait waits = leaf.masters().isWaiting(attempt) ? leaf.masters().waiting(attempt) : null;
      if (waits != null && (master == null || waits.before() < master.why().before())) {
        master = new WaitingMaster(leaf, waits, attempt.getUser());
      }
    }
    return new QueueReading(
        queue.state(), ApplicationReading.limited(queue), parallel, master, gang);
  }

  private static @Nullable GangWait waiting(AppAttempt attempt) {
    GangWait gang = GangWait.of(attempt);
    return gang == null || gang.message().isEmpty() ? null : gang;
  }
}
