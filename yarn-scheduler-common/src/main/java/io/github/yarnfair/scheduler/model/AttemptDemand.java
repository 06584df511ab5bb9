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
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one attempt, as last read. Masters' threads mark the requests that change; the
 * scheduler applies the changes.
 */
public final class AttemptDemand {
  private final AppAttempt attempt;
  private final Lock attemptLock;
  private final AtomicBoolean isChanged = new AtomicBoolean();
  private final ChangedAsks changes = new ChangedAsks();
  private final AtomicLong asksRead = new AtomicLong();

  /** The pending requests without the changes not yet applied. Under the scheduler's write lock. */
  private final AskTable pending = new AskTable();

  /**
   * @param attemptLock the attempt's write lock
   */
  AttemptDemand(AppAttempt attempt, Lock attemptLock) {
    this.attempt = attempt;
    this.attemptLock = attemptLock;
  }

  /** Marks the pending requests as changed; returns true if they were not marked yet. */
  public boolean markChanged() {
    return isChanged.compareAndSet(false, true);
  }

  /** Clears the mark; a change after this call marks again. */
  public void clearChanged() {
    isChanged.set(false);
  }

  /** Returns whether the pending requests are marked as changed. */
  boolean isChanged() {
    return isChanged.get();
  }

  /** Marks a request as changed. */
  public void markChanged(SchedulerRequestKey key) {
    changes.mark(key);
  }

  /** Marks all requests to increase containers as changed. */
  public void markIncreasesChanged() {
    changes.markIncreases();
  }

  /** Reads a request for the next {@link #takeChanges}. Under the attempt's write lock. */
  public void readAgain(SchedulerRequestKey key, ResourceVectors vectors) {
    changes.read(key, read(key, vectors));
  }

  /** Applies all marked changes. Under the scheduler's write lock. */
  public void takeChanges(ResourceVectors vectors) {
    if (changes.takeIncreases()) {
      attempt.resizes().increaseKeys().forEach(changes::mark);
      pending.increases().forEach(ask -> changes.mark(ask.key()));
    }
    changes.takeAll((key, isRead, ask) -> take(key, isRead ? ask : read(key, vectors)));
  }

  private void take(SchedulerRequestKey key, @Nullable Ask now) {
    if (pending.replace(key, now)) {
      attempt.reserved().noteAsk(key, now);
    }
  }

  /** Returns the pending requests without the changes not yet applied; empty once stopped. */
  public AskTable pending() {
    return attempt.isStopped() ? AskTable.NONE : pending;
  }

  private @Nullable Ask read(SchedulerRequestKey key, ResourceVectors vectors) {
    asksRead.incrementAndGet();
    AppPlacementAllocator<ClusterNode> request = attempt.getAppPlacementAllocator(key);
    return request == null ? null : Ask.of(key, request, vectors);
  }

  /** Returns the number of requests read so far, the cost of knowing the demand. */
  long asksRead() {
    return asksRead.get();
  }

  /**
   * Returns whether the share tree's demand is current or marked as changed. The tree knows no
   * demand of an attempt that waits for its master.
   */
  public boolean isKnown(ResourceVectors vectors) {
    attemptLock.lock();
    try {
      List<Ask> actual =
          attempt.queue().masters().isWaiting(attempt) ? List.of() : readAll(vectors);
      return isChanged.get() || isTold(actual);
    } finally {
      attemptLock.unlock();
    }
  }

  /** Compares with a reading of all pending requests. */
  private boolean isTold(List<Ask> actual) {
    AskTable told = attempt.application().asks();
    Demand.Builder demand = new Demand.Builder();
    actual.forEach(ask -> demand.add(ask.amounts(), ask.containers()));
    return actual.equals(Lists.newArrayList(told)) && demand.build().isSameAs(told.demand());
  }

  private List<Ask> readAll(ResourceVectors vectors) {
    return attempt.isStopped()
        ? List.of()
        : attempt.getSchedulerKeys().stream()
            .map(key -> read(key, vectors))
            .filter(Objects::nonNull)
            .toList();
  }
}
