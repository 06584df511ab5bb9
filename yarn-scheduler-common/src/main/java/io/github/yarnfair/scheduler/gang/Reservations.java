// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All reservations: at most one per node, each registered with its node, its attempt and its
 * queues; and beside them the room that is kept for gangs, which ends for the same reasons. Under
 * the scheduler's write lock.
 */
public final class Reservations {
  private static final Logger LOG = LoggerFactory.getLogger(Reservations.class);

  private final ResourceVectors vectors;
  private final Gangs gangs;
  private final Set<Reservation> standing = new LinkedHashSet<>();

  public Reservations(ResourceVectors vectors, Gangs gangs) {
    this.vectors = vectors;
    this.gangs = gangs;
  }

  /** Returns the gangs that have not started. */
  public Gangs gangs() {
    return gangs;
  }

  /** Returns all reservations, oldest first. */
  public List<Reservation> all() {
    return List.copyOf(standing);
  }

  /** Returns how many there are. */
  public int count() {
    return standing.size();
  }

  /**
   * Reserves a node, which must not be reserved, for one container of a request.
   *
   * @return false if the attempt does not want one more
   */
  public boolean make(Application application, ClusterNode node, Ask ask) {
    Reservation made =
        application.getCurrentAppAttempt().reserved().reserve(application.queue(), node, ask);
    if (made == null) {
      return false;
    }
    node.setReservation(made);
    made.queue().reservedFor(application.getUser()).reserve(made.inTree());
    standing.add(made);
    LOG.debug("{}", made);
    return true;
  }

  /** Drops a reservation that is fulfilled, useless or timed out. */
  public void drop(Reservation dropped) {
    drop(dropped, RMContainerEventType.RELEASED);
  }

  private void drop(Reservation dropped, RMContainerEventType how) {
    if (!standing.remove(dropped)) {
      return;
    }
    dropped.node().setReservation(null);
    dropped.queue().reservedFor(dropped.attempt().getUser()).unreserve(dropped.inTree());
    AppAttempt.of(dropped).reserved().unreserve(dropped);
    dropped.end(how);
    LOG.debug("No longer {}", dropped);
  }

  /** Drops the reservation of a reserved container, if it has not ended. */
  public void drop(RMContainer reserved, RMContainerEventType how) {
    RMContainerEventType end =
        how == RMContainerEventType.KILL ? how : RMContainerEventType.RELEASED;
    for (Reservation reservation : all()) {
      if (reservation.isKnownBy(reserved)) {
        drop(reservation, end);
      }
    }
  }

  /** Drops a node's reservation, if it has one, and room that is kept there. */
  public void drop(ClusterNode node) {
    Reservation reservation = node.reservation();
    if (reservation != null) {
      drop(reservation);
    }
    gangs.rooms().drop(node);
  }

  /** Drops all reservations of an attempt, and room that is kept for it. */
  public void drop(AppAttempt attempt) {
    dropReserved(attempt);
    gangs.drop(attempt);
  }

  /** Drops all reservations of an attempt. */
  public void dropReserved(AppAttempt attempt) {
    dropIf(attempt.reserved().all(), reservation -> true);
  }

  /** Drops those reservations of an attempt that it does not want any more. */
  public void dropUnwanted(AppAttempt attempt) {
    dropIf(attempt.reserved().all(), reservation -> !attempt.reserved().wants(reservation));
  }

  /** Drops all reservations, and all room that is kept. */
  public void dropAll() {
    dropIf(standing, reservation -> true);
    gangs.dropAll();
  }

  /** Drops the useless reservations of an attempt whose usage or demand has changed. */
  public void recheck(AppAttempt attempt) {
    // Attempts change all the time, and may have reservations by the hundred.
    if (attempt.isReservationCheckDue()) {
      dropIf(attempt.reserved().all(), reservation -> !isUseful(reservation));
    }
    if (!standing.isEmpty() && attempt.queue().mayHaveReservedTooMuch(attempt.getUser())) {
      recheck();
    }
  }

  /** Drops a node's reservation if it has become useless, and room that the node has not. */
  public void recheck(ClusterNode node) {
    Reservation reservation = node.reservation();
    if (reservation != null && !isUseful(reservation)) {
      drop(reservation);
    }
    gangs.rooms().recheck(node);
  }

  /** Drops all reservations that have become useless, and room beyond limits. */
  public void recheck() {
    dropIf(standing, reservation -> !isUseful(reservation));
    gangs.recheckLimits();
  }

  /** The newest first: if a queue has too many, the oldest have waited longest. */
  private void dropIf(Set<Reservation> among, Predicate<Reservation> condition) {
    if (among.isEmpty()) {
      return;
    }
    List<Reservation> newestFirst = new ArrayList<>(among);
    Collections.reverse(newestFirst);
    for (Reservation reservation : newestFirst) {
      if (condition.test(reservation)) {
        drop(reservation);
      }
    }
  }

  private boolean isUseful(Reservation reservation) {
    ClusterNode node = reservation.node();
    AppAttempt attempt = AppAttempt.of(reservation);
    return node.acceptsContainers()
        && Amounts.fits(reservation.amounts(), vectors.of(node.getTotalResource()))
        && attempt.reserved().wants(reservation)
        && !attempt.refuses(node)
        && attempt.mayEverPlace(reservation.key(), node)
        && reservation.queue().mayKeepReserved(attempt.getUser(), reservation.inTree());
  }
}
