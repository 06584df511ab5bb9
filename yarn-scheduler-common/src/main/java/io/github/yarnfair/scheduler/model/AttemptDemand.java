// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskReadings;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.ask.AttemptResizes;
import io.github.yarnfair.scheduler.ask.QueueClasses;
import io.github.yarnfair.scheduler.ask.SizeTurns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt asks for: the owner of its demand. There are three copies, each made from the
 * one before:
 *
 * <pre>
 *   YARN's records ── read ──► readings ── take over ──► snapshot ──► Demand of the share tree
 *   attempt's lock                                       scheduler's write lock
 * </pre>
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The thread that changes a request in YARN's records reads that request before it releases
 *       the lock under which it made the change. So the snapshot with the readings applied equals
 *       YARN's records for each thread that holds both locks.
 *   <li>Only {@link #takeOver} changes the snapshot.
 *   <li>An attempt with readings is in the inbox, or enters it in the same hold of the lock.
 * </ol>
 */
public final class AttemptDemand {
  private final AppAttempt attempt;
  private final Lock attemptLock;
  private final AtomicBoolean isInInbox = new AtomicBoolean();
  private final AskReadings readings = new AskReadings();
  private final AtomicLong asksRead = new AtomicLong();

  /** The pending requests when they were last taken over. Under the scheduler's write lock. */
  private final AskTable snapshot = new AskTable();

  /** Which of their sizes take part. Under the scheduler's write lock. */
  private final SizeTurns<AppAttempt> sizes;

  /** Number of changes after which a reserved node may be unwanted. */
  private long narrowings;

  /**
   * @param attemptLock the attempt's write lock
   */
  AttemptDemand(AppAttempt attempt, Lock attemptLock) {
    this.attempt = attempt;
    this.attemptLock = attemptLock;
    sizes = new SizeTurns<>(attempt);
  }

  /** Returns which of the sizes that are asked for take part. */
  public SizeTurns<AppAttempt> sizes() {
    return sizes;
  }

  // ------------------------------------------------------------------------------- the inbox

  /** Records that the attempt is in the inbox; returns false if it was there already. */
  public boolean enterInbox() {
    return isInInbox.compareAndSet(false, true);
  }

  /** Records that the attempt is not in the inbox; a change after this call enters it again. */
  public void leaveInbox() {
    isInInbox.set(false);
  }

  // ----------------------------------------------------------------------------- the readings

  /** Reads the requests that a call of the master names. Under the attempt's write lock. */
  public void read(List<ResourceRequest> named) {
    SchedulerRequestKey last = null;
    for (ResourceRequest request : named) {
      SchedulerRequestKey key = SchedulerRequestKey.create(request);
      if (!key.equals(last)) { // Those for a node, a rack and any place follow each other.
        read(key);
      }
      last = key;
    }
  }

  /** Reads requests with placement constraints. Under the attempt's write lock. */
  public void readConstrained(List<SchedulingRequest> named) {
    for (SchedulingRequest request : named) {
      read(SchedulerRequestKey.create(request));
    }
  }

  /** Reads one request. Under the attempt's write lock. */
  void read(SchedulerRequestKey key) {
    readings.publish(key, reading(key));
  }

  /** Reads a request of which one container was placed. Under the attempt's write lock. */
  void readPlaced(Ask placed) {
    SchedulerRequestKey key = placed.key();
    if (placed.isForAnywhere() || placed.isConstrained()) {
      asksRead.incrementAndGet();
      readings.publish(key, placed.withContainers(attempt.getOutstandingAsksCount(key)));
    } else {
      read(key);
    }
  }

  /**
   * Reads the request to increase a container, and the one for which it was given, also if they are
   * no longer made. Under the scheduler's write lock, as they change under it only.
   */
  public void readIncreases(RMContainer container) {
    attemptLock.lock();
    try {
      read(AttemptResizes.increaseKey(container));
      SchedulerRequestKey given = container.getAllocatedSchedulerKey();
      if (given.getContainerToUpdate() != null) {
        read(given);
      }
    } finally {
      attemptLock.unlock();
    }
  }

  private @Nullable Ask reading(SchedulerRequestKey key) {
    asksRead.incrementAndGet();
    AppPlacementAllocator<ClusterNode> request = attempt.getAppPlacementAllocator(key);
    if (request == null) {
      return null;
    }
    ContainerId increased = key.getContainerToUpdate();
    if (increased == null) {
      return Ask.of(key, request, attempt.queue().ledger().vectors(), null, null);
    }
    RMContainer container = attempt.getRMContainer(increased);
    return Ask.of(
        key,
        request,
        attempt.queue().ledger().vectors(),
        attempt.machineClass(increased),
        container == null ? null : container.getAllocatedNode());
  }

  /** Returns the number of requests read so far, the cost of knowing the demand. */
  long asksRead() {
    return asksRead.get();
  }

  // ----------------------------------------------------------------------------- the snapshot

  /** Applies the readings to the snapshot. Under the scheduler's write lock. */
  public void takeOver() {
    readings.takeAll(this::takeOver);
  }

  private void takeOver(SchedulerRequestKey key, @Nullable Ask now) {
    if (attempt.reserved().mayBeUnwanted(key, now)) {
      narrowings++;
    }
    snapshot.replace(key, now);
  }

  /** Returns the pending requests when they were last taken over; none once stopped. */
  public AskTable snapshot() {
    return attempt.isStopped() ? AskTable.NONE : snapshot;
  }

  /**
   * Returns whether the snapshot equals YARN's records. Under the scheduler's write lock and the
   * attempt's.
   */
  boolean isTakenOver() {
    return readings.isEmpty();
  }

  /**
   * Returns how many changes have been taken over after which a reserved node may be unwanted.
   * Under the scheduler's write lock.
   */
  long narrowings() {
    return narrowings;
  }

  // -------------------------------------------------------------------------------- the audit

  /**
   * Returns whether each copy equals the one before: the snapshot with the readings applied a
   * reading of every request; and, unless the attempt is in the inbox, the share tree's demand the
   * snapshot, or nothing while the attempt waits to run. Under the scheduler's write lock.
   */
  public boolean isConsistent() {
    attemptLock.lock();
    try {
      if (attempt.isStopped()) {
        return isInInbox.get() || isTold(List.of());
      }
      List<Ask> actual =
          attempt.getSchedulerKeys().stream().map(this::reading).filter(Objects::nonNull).toList();
      if (attempt.gang() != null && !attempt.waitsForMaster()) {
        return actual.equals(expected()) && (isInInbox.get() || isToldPartOf(actual));
      }
      boolean waits = attempt.waitsToRun() || attempt.queue().masters().isWaiting(attempt);
      return actual.equals(expected()) && (isInInbox.get() || isTold(waits ? List.of() : actual));
    } finally {
      attemptLock.unlock();
    }
  }

  /** Returns the snapshot with the readings applied. */
  private List<Ask> expected() {
    TreeMap<SchedulerRequestKey, @Nullable Ask> byKey = new TreeMap<>();
    snapshot.forEach(ask -> byKey.put(ask.key(), ask));
    readings.forEach(byKey::put);
    List<Ask> expected = new ArrayList<>();
    for (Ask ask : byKey.values()) {
      if (ask != null) {
        expected.add(ask);
      }
    }
    return expected;
  }

  private boolean isTold(List<Ask> actual) {
    AskTable told = attempt.application().asks();
    return actual.equals(Lists.newArrayList(told)) && isDemandOf(told, actual);
  }

  /** The share tree knows those members of a gang that have no room, if it may have some. */
  private boolean isToldPartOf(List<Ask> actual) {
    List<Ask> told = Lists.newArrayList(attempt.application().asks());
    return told.stream()
            .allMatch(
                part ->
                    actual.stream()
                        .anyMatch(ask -> part.isLike(ask) && part.containers() <= ask.containers()))
        && isDemandOf(attempt.application().asks(), told);
  }

  private boolean isDemandOf(AskTable told, List<Ask> actual) {
    QueueClasses classes = attempt.queue().classes();
    Demand.Builder demand = new Demand.Builder();
    Set<Object> takingPart = new HashSet<>();
    for (Ask ask : actual) {
      if (told.takesPart(ask)) {
        takingPart.add(ask.demandClass());
        ask.vectors(classes, told.mayUseIdleRoom())
            .forEach(vector -> demand.add(vector, ask.containers()));
      }
    }
    Demand known = told.demand(classes);
    return sizes.held().equals(takingPart)
        && takingPart.size() <= AskTable.MOST_CLASSES
        && demand.build().like(known).isSameAs(known);
  }
}
