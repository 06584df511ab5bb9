// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Reservation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;

/**
 * If the request of the application whose turn it is fits the node but not its free resources, the
 * node is reserved for it: resources that are free or become free are kept until the request fits.
 *
 * <p>For turns, the selection gets an offer of the node's total of every resource that is not
 * exhausted on it. An application that needs an exhausted resource is blocked, as in the papers;
 * one whose task is merely larger than what is free is not. The question is asked again at every
 * visit, so that a reservation moves to the application whose turn it is by then. The others share
 * what the reservation does not need: they cannot delay it.
 *
 * <p>A node waits at most for the timeout, whichever applications it waits for. Then it serves
 * every request that fits before it may wait again.
 */
final class ReservationHeadroom implements NodeHeadroom {
  private final HeadroomSettings settings;
  private final Reservations reservations;

  ReservationHeadroom(HeadroomSettings settings, Reservations reservations) {
    this.settings = settings;
    this.reservations = reservations;
  }

  @Override
  public void begin(NodeVisit visit, long now) {
    ClusterNode node = visit.node();
    Reservation standing = node.reservation();
    if (standing != null
        && (node.waitsTooLong(now, settings.timeoutMillis())
            || visit.offer().isExhausted(standing.amounts())
            || isAgainstConstraints(standing))) {
      reservations.drop(standing);
    }
  }

  /** Returns whether the request has placement constraints that the node does not satisfy now. */
  private static boolean isAgainstConstraints(Reservation standing) {
    return standing.isConstrained()
        && !AppAttempt.of(standing).mayEverPlace(standing.key(), standing.node());
  }

  @Override
  public boolean takesTurns(NodeVisit visit) {
    return !visit.node().isOpenToAll()
        && (isReservedOrMayBe(visit) || !reservations.gangs().isEmpty());
  }

  /** Returns false if too many others are reserved: turns then lead to nothing but refusals. */
  private boolean isReservedOrMayBe(NodeVisit visit) {
    return visit.node().reservation() != null
        || reservations.count() < settings.inAll(visit.clusterNodes());
  }

  @Override
  public void end(ClusterNode node, boolean isUsedUp, long now) {
    if (node.isOpenToAll()) {
      if (isUsedUp) {
        node.servedAll();
      }
    } else if (node.reservation() == null) {
      node.stopWaiting();
    } else {
      node.waitsTooLong(now, settings.timeoutMillis());
    }
  }

  /**
   * Tries requests in the order of their priorities; a later one never overtakes an earlier one.
   */
  @Override
  public Turn takeTurn(NodeVisit visit, Application application) {
    AppAttempt attempt = visit.candidate(application);
    if (attempt == null) {
      return Turn.DECLINED;
    }
    long[] most = visit.remaining(application);
    Turn result = Turn.PASSED;
    for (AskGroups.Group alike : application.asks().alike(visit.node().getNodeID())) {
      Ask first = alike.first();
      if (Amounts.fits(first.amounts(), most)
          && visit.isOffered(application, first)
          && visit.mayCompare(attempt, first)) {
        if (visit.isFree(first) && !visit.isChosenFor(application, first)) {
          if (visit.placement(attempt, first) != null) {
            return result; // It comes first, once it is its turn.
          }
        } else {
          Turn turn = takeTurn(visit, application, attempt, alike);
          if (turn.isServed() || turn == Turn.WAITS) {
            return turn;
          }
          result = turn == Turn.REFUSED ? turn : result;
        }
      }
    }
    return result;
  }

  @Override
  public Turn takeTurn(
      NodeVisit visit, Application application, AppAttempt attempt, AskGroups.Group alike) {
    if (visit.isFree(alike.first())) {
      return placeOneOf(visit, application, attempt, alike);
    }
    if (visit.placement(attempt, alike.first()) == null) {
      return Turn.DECLINED;
    }
    return reserveForOneOf(visit, application, attempt, alike) ? Turn.WAITS : Turn.REFUSED;
  }

  private Turn placeOneOf(
      NodeVisit visit, Application application, AppAttempt attempt, AskGroups.Group alike) {
    for (Ask ask : alike.asks().values()) {
      dropOwn(visit, attempt, ask);
      NodeType type = visit.placement(attempt, ask);
      if (type == null) {
        return Turn.DECLINED; // nor is the place right for the others
      }
      Turn turn = visit.place(application, attempt, ask, type);
      if (turn.isServed()) {
        return turn;
      }
    }
    return Turn.DECLINED;
  }

  /** Ends the node's reservation if it is for this request, which may be served now. */
  private void dropOwn(NodeVisit visit, AppAttempt attempt, Ask ask) {
    Reservation standing = visit.node().reservation();
    if (standing != null && standing.isFor(attempt, ask.key())) {
      reservations.drop(standing);
      visit.node().stopWaiting();
    }
  }

  /**
   * Keeps the node's reservation if it is for one of these requests, else reserves the node for the
   * first of them that wants more containers than it has reserved nodes.
   */
  private boolean reserveForOneOf(
      NodeVisit visit, Application application, AppAttempt attempt, AskGroups.Group alike) {
    Reservation standing = visit.node().reservation();
    boolean isOfOne =
        standing != null
            && standing.isFor(attempt, standing.key())
            && alike.asks().containsKey(standing.key());
    if (!mayReserve(visit, application, attempt, alike.first())) {
      return isOfOne;
    }
    for (Ask ask : alike.asks().values()) {
      if (standing != null && standing.isFor(attempt, ask.key())) {
        return true;
      }
      if (standing != null) {
        reservations.drop(standing);
        standing = null;
      }
      if (reservations.make(application, visit.node(), ask)) {
        return true;
      }
    }
    return false;
  }

  private boolean areFewReserved(NodeVisit visit, Application application, AppAttempt attempt) {
    int nodes = visit.clusterNodes();
    return isReservedOrMayBe(visit)
        && attempt.reserved().count() < settings.perApplication(nodes)
        && application.queue().reserved().reservations() < settings.perQueue(nodes);
  }

  /** A container grows where it runs, beside others that come and go: nothing waits for it. */
  private boolean mayReserve(
      NodeVisit visit, Application application, AppAttempt attempt, Ask ask) {
    return ask.key().getContainerToUpdate() == null
        && (visit.gangs().isCollectedFor(attempt, ask)
            || areFewReserved(visit, application, attempt))
        && application.queue().mayReserve(application.getUser(), visit.inTree(ask.amounts()))
        && visit.fitsBesideItsOwn(application, ask)
        && visit.gangs().mayReserve(visit.node(), attempt, ask);
  }
}
