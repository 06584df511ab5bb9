// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.ask.SizePlaces;
import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.master.MasterLimit;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * The attempts whose pending demand may have changed since the share tree was last updated.
 * Masters' calls add their attempts without the scheduler's lock; before each decision the
 * scheduler empties the inbox and takes over what the attempts ask for by then.
 */
public final class DemandInbox {
  private final Queue<AppAttempt> changed = new ConcurrentLinkedQueue<>();
  private final FeasibilityCheck feasibility;
  private final Reservations reservations;
  private final LongSupplier now;
  private final boolean mastersMayUseIdleRoom;
  private final GangIntake gangs;

  /** Where the sizes of each user's applications in a queue have their places. */
  private final Map<UserInQueue, SizePlaces<AppAttempt>> sizes = new HashMap<>();

  private record UserInQueue(String queue, String user) {}

  /**
   * @param now returns the time in milliseconds
   * @param mastersMayUseIdleRoom whether masters may run in what is idle of shared partitions
   */
  public DemandInbox(
      FeasibilityCheck feasibility,
      Reservations reservations,
      LongSupplier now,
      boolean mastersMayUseIdleRoom) {
    this.feasibility = feasibility;
    this.reservations = reservations;
    this.now = now;
    this.mastersMayUseIdleRoom = mastersMayUseIdleRoom;
    gangs = new GangIntake(reservations.gangs(), feasibility);
  }

  /** Adds the next waiting master of each leaf queue here and below: it may fit now. */
  public void askThoseWaiting(FairQueue queue) {
    LeafQueue.below(queue)
        .forEach(leaf -> leaf.masters().forEachNext(now.getAsLong(), this::changed));
  }

  /** Adds an attempt, whose requests may be the same. Any thread. */
  public void changed(AppAttempt attempt) {
    if (attempt.demand().enterInbox()) {
      changed.add(attempt);
    }
  }

  /**
   * Reads the requests to increase a container, or for which it was given, after they may have
   * changed. Under the scheduler's write lock.
   */
  public void increasesChanged(AppAttempt attempt, RMContainer container) {
    attempt.demand().readIncreases(container);
    changed(attempt);
  }

  /**
   * Runs a call of an attempt's master under the attempt's lock, and at its end reads the requests
   * that the call names: in the master's thread, which saves the scheduler's. A call that names
   * none, as most calls, leaves the demand as it is.
   *
   * @param constrained the requests with placement constraints that the call names
   */
  public <T> T during(
      AppAttempt attempt,
      List<ResourceRequest> asked,
      List<SchedulingRequest> constrained,
      Supplier<T> call) {
    attempt.getWriteLock().lock();
    try {
      return call.get();
    } finally {
      try {
        attempt.demand().read(asked);
        if (!constrained.isEmpty()) {
          attempt.demand().readConstrained(constrained);
        }
      } finally {
        if (!asked.isEmpty() || !constrained.isEmpty()) {
          changed(attempt);
        }
        attempt.getWriteLock().unlock();
      }
    }
  }

  /** Removes the next attempt; returns null if there is none. Under the scheduler's write lock. */
  public @Nullable AppAttempt next() {
    AppAttempt next = changed.poll();
    if (next != null) {
      next.demand().leaveInbox();
    }
    return next;
  }

  /**
   * Updates the share tree with an attempt's requests, and ends the reservations that it no longer
   * wants. Under the scheduler's write lock.
   *
   * @param attempt may have ended
   */
  public void takeIn(AppAttempt attempt, ShareLedger ledger) {
    attempt.demand().takeOver();
    if (attempt.isCurrent()) {
      publish(attempt, ledger);
    } else {
      attempt.demand().sizes().leave();
    }
    reservations.recheck(attempt);
  }

  /** Updates the share tree unless the demand is the same, as after most calls of masters. */
  private void publish(AppAttempt attempt, ShareLedger ledger) {
    Application application = attempt.application();
    AskTable asks = attempt.demand().snapshot();
    if (!asks.isEmpty()) {
      boolean waitsForMaster = attempt.waitsForMaster();
      asks.letUseIdleRoom(!waitsForMaster || mastersMayUseIdleRoom);
      if (attempt.waitsToRun() || (waitsForMaster && !isAdmitted(attempt, asks))) {
        asks = AskTable.NONE;
      }
    }
    AskTable wanted = asks;
    Gang gang = attempt.gang();
    if (gang != null && !attempt.waitsForMaster()) {
      asks = gangs.takeIn(attempt, gang, asks);
    }
    chooseSizes(attempt, asks);
    application.setAsks(asks);
    Demand demand = asks.demand(application.queue().classes());
    if (ledger.demand(application.leaf()) != demand) {
      ledger.setDemand(application.leaf(), demand);
    }
    feasibility.check(attempt, wanted);
  }

  private void chooseSizes(AppAttempt attempt, AskTable asks) {
    LeafQueue queue = attempt.queue();
    SizePlaces<AppAttempt> places =
        sizes.computeIfAbsent(
            new UserInQueue(queue.getQueueName(), attempt.getUser()),
            any -> new SizePlaces<>(this::changed));
    attempt
        .demand()
        .sizes()
        .choose(asks, places, ask -> feasibility.canBeHeld(queue, ask, asks.mayUseIdleRoom()));
  }

  /** Lets other sizes take part where some wait. Call once a second, under the same lock. */
  public void turnSizes() {
    sizes.values().forEach(SizePlaces::turn);
    sizes.values().removeIf(SizePlaces::isUnused);
  }

  /** Forgets an attempt whose application is gone. Under the same lock. */
  public void forget(AppAttempt attempt) {
    attempt.demand().sizes().leave();
  }

  /** A master that can never be placed neither waits nor keeps others waiting. */
  private boolean isAdmitted(AppAttempt attempt, AskTable asks) {
    MasterLimit<AppAttempt> masters = attempt.queue().masters();
    Ask master = asks.iterator().next();
    if (!feasibility.isPossible(attempt, asks)) {
      masters.remove(attempt);
    } else if (!masters.admits(attempt, master.partition(), master.amounts(), now.getAsLong())) {
      return false;
    }
    masters.forEachNext(now.getAsLong(), this::changed);
    return true;
  }
}
