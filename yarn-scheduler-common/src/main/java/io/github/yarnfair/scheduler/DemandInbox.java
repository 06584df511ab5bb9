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
package io.github.yarnfair.scheduler;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts whose pending demand may have changed since the share tree was last told.
 * Application masters put themselves in from their own threads without the scheduler's lock; the
 * scheduler drains the inbox before each decision.
 */
final class DemandInbox {
  private static final Logger LOG = LoggerFactory.getLogger(DemandInbox.class);

  private final Queue<AppAttempt> changed = new ConcurrentLinkedQueue<>();
  private final ResourceVectors vectors;
  private final FeasibilityCheck feasibility;

  DemandInbox(ResourceVectors vectors, FeasibilityCheck feasibility) {
    this.vectors = vectors;
    this.feasibility = feasibility;
  }

  /** Notes that an attempt's pending demand may have changed. Any thread. */
  void changed(AppAttempt attempt) {
    attempt.forgetPending();
    add(attempt);
  }

  /**
   * Carries out a call of an attempt's master, under the attempt's lock, and reads at its end what
   * is pending: in the master's thread, so that the scheduler's need not.
   */
  <T> T during(AppAttempt attempt, Supplier<T> call) {
    attempt.getWriteLock().lock();
    try {
      attempt.forgetPending();
      T answer = call.get();
      attempt.rememberPending(vectors);
      return answer;
    } finally {
      add(attempt);
      attempt.getWriteLock().unlock();
    }
  }

  private void add(AppAttempt attempt) {
    if (attempt.markDemandChanged()) {
      changed.add(attempt);
    }
  }

  /**
   * Tells the share tree every change. Under the scheduler's write lock.
   *
   * @param listener told of each attempt after the tree, and of those that are gone
   */
  void drain(ShareLedger ledger, Consumer<AppAttempt> listener) {
    AppAttempt attempt = changed.poll();
    while (attempt != null) {
      attempt.clearDemandChanged();
      try {
        tell(attempt, ledger);
        listener.accept(attempt);
      } catch (RuntimeException e) {
        LOG.error("The requests of {} could not be taken in", attempt.getApplicationId(), e);
      }
      attempt = changed.poll();
    }
  }

  /** Most calls of masters ask for what was asked for before: then the share tree knows. */
  private void tell(AppAttempt attempt, ShareLedger ledger) {
    if (attempt.isCurrent()) {
      Application application = attempt.application();
      List<Ask> asks = attempt.pending(vectors);
      if (!asks.isEmpty() && attempt.waitsForMaster() && !isAdmitted(attempt, asks)) {
        asks = List.of();
      }
      if (!Ask.areEqual(application.asks(), asks)) {
        attempt.noteAsks(application.asks(), asks);
        application.setAsks(asks);
        ledger.setDemand(application, Ask.demand(asks));
      }
      feasibility.check(attempt, ledger.demand(application));
    }
  }

  /** A master that can never be placed neither waits nor keeps others waiting. */
  private boolean isAdmitted(AppAttempt attempt, List<Ask> asks) {
    MasterLimit masters = attempt.queue().masters();
    if (!feasibility.isPossible(attempt, Ask.demand(asks))) {
      masters.remove(attempt);
    } else if (!masters.admits(attempt, asks.get(0).amounts())) {
      return false;
    }
    AppAttempt next = masters.next();
    if (next != null) {
      changed(next);
    }
    return true;
  }
}
