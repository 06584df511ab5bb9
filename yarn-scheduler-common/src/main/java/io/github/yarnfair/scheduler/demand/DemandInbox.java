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
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.AskTable;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.FatalErrors;
import io.github.yarnfair.scheduler.model.MasterLimit;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts whose pending demand may have changed since the share tree was last told.
 * Application masters put themselves in from their own threads without the scheduler's lock; the
 * scheduler drains the inbox before each decision.
 */
public final class DemandInbox {
  private static final Logger LOG = LoggerFactory.getLogger(DemandInbox.class);

  private final Queue<AppAttempt> changed = new ConcurrentLinkedQueue<>();
  private final ResourceVectors vectors;
  private final FeasibilityCheck feasibility;
  private final LongSupplier now;

  /**
   * @param now returns the time in milliseconds
   */
  public DemandInbox(ResourceVectors vectors, FeasibilityCheck feasibility, LongSupplier now) {
    this.vectors = vectors;
    this.feasibility = feasibility;
    this.now = now;
  }

  /** Notes that masters which wait in a queue or below may find room now. */
  public void askThoseWaiting(FairQueue queue) {
    queue.forEachNextMaster(now.getAsLong(), this::changed);
  }

  /** Has an attempt looked at again, though it asks for the same. Any thread. */
  public void changed(AppAttempt attempt) {
    add(attempt);
  }

  /** Notes that what is pending of one request may have changed. Any thread. */
  public void changed(AppAttempt attempt, SchedulerRequestKey key) {
    attempt.markChanged(key);
    add(attempt);
  }

  /** Notes that requests to increase containers may have come, changed or gone. Any thread. */
  public void increasesChanged(AppAttempt attempt) {
    attempt.markIncreasesChanged();
    add(attempt);
  }

  /**
   * Carries out a call of an attempt's master, under the attempt's lock, and reads at its end those
   * requests that the call names: in the master's thread, so that the scheduler's need not.
   */
  public <T> T during(AppAttempt attempt, List<ResourceRequest> asked, Supplier<T> call) {
    attempt.getWriteLock().lock();
    try {
      return call.get();
    } finally {
      try {
        readAgain(attempt, asked);
      } finally {
        add(attempt);
        attempt.getWriteLock().unlock();
      }
    }
  }

  private void readAgain(AppAttempt attempt, List<ResourceRequest> asked) {
    SchedulerRequestKey last = null;
    for (ResourceRequest request : asked) {
      SchedulerRequestKey key = SchedulerRequestKey.create(request);
      if (!key.equals(last)) { // Those for a node, a rack and any place follow each other.
        attempt.readAgain(key, vectors);
      }
      last = key;
    }
    if (attempt.hasAskedForResizes()) {
      attempt.markIncreasesChanged();
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
  public void drain(ShareLedger ledger, Consumer<AppAttempt> listener) {
    AppAttempt attempt = changed.poll();
    while (attempt != null) {
      attempt.clearDemandChanged();
      try {
        tell(attempt, ledger);
        listener.accept(attempt);
      } catch (RuntimeException | Error e) {
        FatalErrors.rethrow(e);
        LOG.error("The requests of {} could not be taken in", attempt.getApplicationId(), e);
      }
      attempt = changed.poll();
    }
  }

  /** Most calls of masters ask for what was asked for before: then the share tree knows. */
  private void tell(AppAttempt attempt, ShareLedger ledger) {
    attempt.takeChanges(vectors);
    if (!attempt.isCurrent()) {
      return;
    }
    Application application = attempt.application();
    AskTable asks = attempt.pending();
    if (!asks.isEmpty() && attempt.waitsForMaster() && !isAdmitted(attempt, asks)) {
      asks = AskTable.NONE;
    }
    if (application.asks() != asks) {
      attempt.noteOtherAsks();
      application.setAsks(asks);
    }
    if (ledger.demand(application) != asks.demand()) {
      ledger.setDemand(application, asks.demand());
    }
    feasibility.check(attempt, asks);
  }

  /** A master that can never be placed neither waits nor keeps others waiting. */
  private boolean isAdmitted(AppAttempt attempt, AskTable asks) {
    MasterLimit masters = attempt.queue().masters();
    if (!feasibility.isPossible(attempt, asks.demand())) {
      masters.remove(attempt);
    } else if (!masters.admits(attempt, asks.iterator().next().amounts(), now.getAsLong())) {
      return false;
    }
    AppAttempt next = masters.next(now.getAsLong());
    if (next != null) {
      changed(next);
    }
    return true;
  }
}
