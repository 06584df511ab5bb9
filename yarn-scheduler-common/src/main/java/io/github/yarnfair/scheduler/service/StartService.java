// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.scheduler.forecast.ClusterCopy;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import java.util.Collection;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.jspecify.annotations.Nullable;

/** Observes how long containers run, if that is switched on, and expects starts by it. */
public final class StartService {
  private static final double LONG_PERCENTILE = 0.9;

  /** Fewer say nothing about a tenth of them. */
  private static final int LEAST_DURATIONS = 20;

  private final SharedState state;
  private final QueueService queues;
  private final ClusterReader reader;
  private final ExpectedStarts starts;

  StartService(SharedState state, QueueService queues, ClusterCapacity cluster) {
    this.state = state;
    this.queues = queues;
    reader = cluster.newReaderOfDemand("forecast of starts");
    starts =
        new ExpectedStarts(
            this::copy, () -> tree -> queues.policyForPlans().over(tree), state.clock());
  }

  private boolean isOn() {
    return queues.sources().outlook().expectsStarts();
  }

  /** Returns the forecasts of starts, or null if they are switched off. */
  @Nullable ExpectedStarts starts() {
    return isOn() ? starts : null;
  }

  /** Returns how long containers last; null if nothing is known, or nothing is observed. */
  StartBook.@Nullable Lives<ApplicationId> lives(
      Collection<StartBook.Running<ApplicationId>> running, long now) {
    return isOn() ? starts.lives(running, now) : null;
  }

  /**
   * Returns the 90th percentile of how long containers last, in milliseconds; 0 where nothing is
   * observed, or too little. Without the scheduler's lock.
   */
  long longDuration() {
    return isOn() ? starts.reachedBy(1 - LONG_PERCENTILE, LEAST_DURATIONS) : 0;
  }

  /** A container of an attempt has ended. */
  void ended(AppAttempt attempt, RMContainer container, RMContainerEventType event) {
    if (isOn()) {
      starts.ended(container, attempt.queue().getQueueName(), event);
    }
  }

  /** An application is gone. */
  void forget(ApplicationId application) {
    starts.forget(application);
  }

  /** Copies in slices of the lock, each as short as those of an explanation. */
  private ClusterCopy copy() {
    ClusterSnapshot copied = reader.read();
    ClusterCopy copy =
        new ClusterCopy(copied.tree(), copied.origin().ledger().classes(), state.vectors());
    copied
        .leaves()
        .forEach(
            (id, leaf) -> {
              Application application = state.applications().find(id);
              if (application != null) {
                copy.add(application, leaf, copied.isHeldBack(id));
              }
            });
    copy.read(state.nodes().getAllNodes());
    return copy;
  }
}
