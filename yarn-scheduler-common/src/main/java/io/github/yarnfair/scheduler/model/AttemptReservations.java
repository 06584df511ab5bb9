// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.ask.Ask;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of one attempt, by request: each makes a node wait for one container. They
 * change under the scheduler's write lock and the attempt's.
 */
public final class AttemptReservations {
  private final SchedulerApplicationAttempt attempt;
  private final ToIntFunction<SchedulerRequestKey> members;
  private final Function<Reservation, RMContainer> standIn;
  private final Lock readLock;
  private final Lock writeLock;

  /** The number of narrowings when the reservations were last checked. */
  private long checkedNarrowings;

  /** The number of refusals when the reservations were last checked. */
  private int checkedRefusals;

  private final Set<Reservation> all = new LinkedHashSet<>();
  private final Map<SchedulerRequestKey, Set<Reservation>> byKey = new HashMap<>();

  /**
   * @param readLock the attempt's
   * @param writeLock the attempt's
   * @param members returns how many containers of a request may be given, whatever is pending
   * @param standIn makes the container, in state RESERVED, by which YARN knows a reservation
   */
  AttemptReservations(
      SchedulerApplicationAttempt attempt,
      Lock readLock,
      Lock writeLock,
      ToIntFunction<SchedulerRequestKey> members,
      Function<Reservation, RMContainer> standIn) {
    this.attempt = attempt;
    this.members = members;
    this.standIn = standIn;
    this.readLock = readLock;
    this.writeLock = writeLock;
  }

  /**
   * Makes a node wait for room for one container of a request.
   *
   * @param queue the attempt's
   * @param ask the caller checked that the node could hold that
   * @return null if the attempt does not want one more like that
   */
  public @Nullable Reservation reserve(FairQueue queue, ClusterNode node, Ask ask) {
    SchedulerRequestKey key = ask.key();
    Resource capability = ask.capability();
    writeLock.lock();
    try {
      AppPlacementAllocator<SchedulerNode> placement = attempt.getAppPlacementAllocator(key);
      if (attempt.isStopped()
          || placement == null
          || !placement.getPrimaryRequestedNodePartition().equals(ask.partition())
          || !wantsMoreThanReserved(key, capability, 1)) {
        return null;
      }
      Reservation made = new Reservation(attempt, queue, node, ask, standIn);
      add(made);
      queue.getMetrics().reserveResource(ask.partition(), attempt.getUser(), capability);
      return made;
    } finally {
      writeLock.unlock();
    }
  }

  /** Drops a reservation. */
  public void unreserve(Reservation dropped) {
    writeLock.lock();
    try {
      remove(dropped);
      attempt
          .getQueue()
          .getMetrics()
          .unreserveResource(dropped.partition(), attempt.getUser(), dropped.resource());
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns the attempt's reservations. */
  public List<Reservation> list() {
    readLock.lock();
    try {
      return List.copyOf(all);
    } finally {
      readLock.unlock();
    }
  }

  /**
   * Returns whether the attempt still wants a reservation and has no more of them than pending
   * containers.
   */
  public boolean wants(Reservation reservation) {
    return !attempt.isStopped()
        && wantsMoreThanReserved(reservation.key(), reservation.resource(), 0);
  }

  /**
   * Returns whether each reservation has to be checked, since demand or refused nodes have changed
   * after the previous call so that one may be unwanted. Under the scheduler's write lock.
   *
   * @param narrowings how often the demand has changed so
   * @param refusals how often the refused nodes may have changed
   */
  boolean isCheckDue(long narrowings, int refusals) {
    boolean isDue = narrowings != checkedNarrowings || refusals != checkedRefusals;
    checkedNarrowings = narrowings;
    checkedRefusals = refusals;
    return isDue && count() > 0;
  }

  /**
   * Returns whether a change of a request may leave a reservation unwanted: the request is for
   * fewer containers than it has reserved nodes, for another size or partition, or bound to places,
   * which may be others now. Under the scheduler's write lock.
   *
   * @param now what is pending of the request, null if nothing is
   */
  boolean mayBeUnwanted(SchedulerRequestKey key, @Nullable Ask now) {
    Reservation any = any(key);
    return any != null
        && (now == null
            || now.containers() < count(key)
            || !now.relaxesLocality()
            || !now.isFor(key, any.partition(), any.amounts()));
  }

  /**
   * Returns whether more containers of a request are pending than nodes are reserved for it. Then
   * placing one container changes neither the attempt's demand classes nor its reservations. Under
   * the scheduler's write lock.
   */
  public boolean wantsMore(SchedulerRequestKey key) {
    return attempt.getOutstandingAsksCount(key) > count(key);
  }

  private boolean wantsMoreThanReserved(SchedulerRequestKey key, Resource capability, int more) {
    PendingAsk ask = attempt.getPendingAsk(key, ResourceRequest.ANY);
    int pending = Math.min(ask.getCount(), members.applyAsInt(key));
    return pending >= count(key) + more
        && pending > 0
        && ask.getPerAllocationResource().equals(capability);
  }

  private void add(Reservation made) {
    all.add(made);
    byKey.computeIfAbsent(made.key(), any -> new LinkedHashSet<>()).add(made);
  }

  /**
   * Forgets a reservation.
   *
   * @throws IllegalStateException if it is not known
   */
  private void remove(Reservation dropped) {
    Set<Reservation> alike = byKey.get(dropped.key());
    if (alike == null || !alike.remove(dropped)) {
      throw new IllegalStateException("Unknown: " + dropped);
    }
    if (alike.isEmpty()) {
      byKey.remove(dropped.key());
    }
    all.remove(dropped);
  }

  public int count() {
    return all.size();
  }

  /** Returns how many there are for a request. */
  public int count(SchedulerRequestKey key) {
    if (all.isEmpty()) {
      return 0; // as mostly, and without a look at the key
    }
    Set<Reservation> alike = byKey.get(key);
    return alike == null ? 0 : alike.size();
  }

  /** Returns one of those for a request, which are alike, or null if there is none. */
  @Nullable Reservation any(SchedulerRequestKey key) {
    Set<Reservation> alike = all.isEmpty() ? null : byKey.get(key);
    return alike == null ? null : alike.iterator().next();
  }

  /** Returns them, oldest first. Not a copy. */
  public Set<Reservation> all() {
    return Collections.unmodifiableSet(all);
  }

  /** Returns what they are for, in all partitions together. */
  Resource total() {
    readLock.lock();
    try {
      Resource total = Resources.createResource(0, 0);
      all.forEach(reservation -> Resources.addTo(total, reservation.resource()));
      return total;
    } finally {
      readLock.unlock();
    }
  }
}
