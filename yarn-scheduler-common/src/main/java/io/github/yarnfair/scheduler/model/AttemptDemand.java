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
 * What one attempt asks for, as far as it was read: masters' threads mark the requests that change,
 * and the scheduler takes the changes in.
 */
public final class AttemptDemand {
  private final AppAttempt attempt;
  private final Lock attemptLock;
  private final AtomicBoolean isChanged = new AtomicBoolean();
  private final ChangedAsks changes = new ChangedAsks();
  private final AtomicLong asksRead = new AtomicLong();

  /** What is pending as far as changes were taken in. Under the scheduler's write lock. */
  private final AskTable pending = new AskTable();

  /**
   * @param attemptLock the attempt's write lock
   */
  AttemptDemand(AppAttempt attempt, Lock attemptLock) {
    this.attempt = attempt;
    this.attemptLock = attemptLock;
  }

  /** Notes that what is pending may have changed; returns true if that was not noted yet. */
  public boolean markChanged() {
    return isChanged.compareAndSet(false, true);
  }

  /** Forgets the note; a change after this call is noted again. */
  public void clearChanged() {
    isChanged.set(false);
  }

  /** Returns whether it is noted that the share tree may not know what is pending. */
  boolean isChanged() {
    return isChanged.get();
  }

  /** Notes that what is pending of a request may have changed. */
  public void markChanged(SchedulerRequestKey key) {
    changes.mark(key);
  }

  /** Notes that requests to increase containers may have come, changed or gone. */
  public void markIncreasesChanged() {
    changes.markIncreases();
  }

  /** Reads a request for the next look at what is pending. Under the attempt's write lock. */
  public void readAgain(SchedulerRequestKey key, ResourceVectors vectors) {
    changes.read(key, read(key, vectors));
  }

  /** Takes in all changes that were noted. Under the scheduler's write lock. */
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

  /** Returns what is pending as far as changes were taken in; nothing once stopped. */
  public AskTable pending() {
    return attempt.isStopped() ? AskTable.NONE : pending;
  }

  private @Nullable Ask read(SchedulerRequestKey key, ResourceVectors vectors) {
    asksRead.incrementAndGet();
    AppPlacementAllocator<ClusterNode> request = attempt.getAppPlacementAllocator(key);
    return request == null ? null : Ask.of(key, request, vectors);
  }

  /** Returns how many requests were read so far: what knowing the demand has cost. */
  long asksRead() {
    return asksRead.get();
  }

  /**
   * Returns whether the share tree knows what is pending, or it is noted that it does not. Of an
   * attempt that waits for its master it knows nothing.
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

  /** The plain way: all that is pending, and the demand of all that. */
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
