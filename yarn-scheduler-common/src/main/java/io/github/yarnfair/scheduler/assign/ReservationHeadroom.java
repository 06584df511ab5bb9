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
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.Ask;
import io.github.yarnfair.scheduler.model.AskGroups;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FatalErrors;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.model.Reservations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * If the request of the application whose turn it is fits the node but not its free resources, the
 * node is reserved for it: resources that are free or become free are kept until the request fits.
 *
 * <p>For turns, the selection gets an offer of the node's total of every resource that is not
 * exhausted on it. An application that needs an exhausted resource is blocked, as in the papers;
 * one whose task is merely larger than what is free is not. The question is asked again at every
 * visit, so that a reservation moves to the application that is the poorest by then. The others
 * share what the reservation does not need: they cannot delay it.
 *
 * <p>A node waits at most for the timeout, whichever applications it waits for. Then it serves
 * every request that fits before it may wait again.
 */
final class ReservationHeadroom implements NodeHeadroom {
  private static final Logger LOG = LoggerFactory.getLogger(ReservationHeadroom.class);

  /**
   * Refused reservations after which a visit goes on without turns: the cost of a visit must not
   * grow with the number of applications that have reserved all the nodes they may.
   */
  private static final int MOST_REFUSED = 10;

  /** What became of a turn. */
  private enum Turn {
    /** The application got a container. */
    SERVED,
    /** The node is reserved for the application. */
    WAITS,
    /** The node would have to wait for the application, but must not. */
    REFUSED,
    /** The application does not want the node, or not yet. */
    DECLINED
  }

  private final HeadroomSettings settings;
  private final Reservations reservations;

  ReservationHeadroom(HeadroomSettings settings, Reservations reservations) {
    this.settings = settings;
    this.reservations = reservations;
  }

  @Override
  public void demandChanged(AppAttempt attempt) {
    reservations.recheck(attempt);
  }

  @Override
  public void serve(NodeVisit visit, long now) {
    ClusterNode node = visit.node();
    visit.update();
    Reservation standing = node.reservation();
    if (standing != null
        && (node.waitsTooLong(now, settings.timeoutMillis())
            || visit.isExhausted(standing.amounts()))) {
      reservations.drop(standing);
    }
    if (visit.nothingIsFree()) {
      return;
    }
    if (node.isOpenToAll()) {
      if (visit.serveAll(null)) {
        node.servedAll();
      }
      return;
    }
    if (!takeTurns(visit)) {
      visit.serveAll(node.reservation());
    }
    if (node.reservation() == null) {
      node.stopWaiting();
    } else {
      node.waitsTooLong(now, settings.timeoutMillis());
    }
  }

  /**
   * Serves applications in their turns until one has to wait.
   *
   * @return whether no application can use the rest
   */
  private boolean takeTurns(NodeVisit visit) {
    visit.openTurns();
    int refused = 0;
    while (visit.mayPlaceMore() && refused < MOST_REFUSED) {
      Application application = visit.next();
      if (application == null) {
        return true;
      }
      Turn turn = takeTurnGuarded(visit, application);
      if (turn == Turn.WAITS) {
        return false;
      }
      if (turn != Turn.SERVED) {
        visit.skip(application);
      }
      if (turn == Turn.REFUSED) {
        refused++;
      }
    }
    return false;
  }

  /** One application's failure costs that application its turn, and the others nothing. */
  private Turn takeTurnGuarded(NodeVisit visit, Application application) {
    try {
      return takeTurn(visit, application);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} could not be served on {}", application.id(), visit.node(), e);
      return Turn.DECLINED;
    }
  }

  /**
   * Tries requests in the order of their priorities; a later one never overtakes an earlier one.
   */
  private Turn takeTurn(NodeVisit visit, Application application) {
    AppAttempt attempt = visit.candidate(application);
    if (attempt == null) {
      return Turn.DECLINED;
    }
    Turn turn = Turn.DECLINED;
    for (AskGroups.Group alike : application.asks().alike()) {
      if (!visit.fitsOffer(alike.first())) {
        continue;
      }
      if (visit.isFree(alike.first())) {
        if (placeOneOf(visit, application, attempt, alike)) {
          return Turn.SERVED;
        }
      } else if (visit.placement(attempt, alike.first()) != null) {
        if (reserveForOneOf(visit, application, attempt, alike)) {
          return Turn.WAITS;
        }
        turn = Turn.REFUSED;
      }
    }
    return turn;
  }

  private boolean placeOneOf(
      NodeVisit visit, Application application, AppAttempt attempt, AskGroups.Group alike) {
    for (Ask ask : alike.asks().values()) {
      if (place(visit, application, attempt, ask)) {
        return true;
      }
      if (visit.placement(attempt, ask) == null) {
        return false; // nor is the place right for the others
      }
    }
    return false;
  }

  private boolean place(NodeVisit visit, Application application, AppAttempt attempt, Ask ask) {
    Reservation standing = visit.node().reservation();
    if (standing != null && standing.isFor(attempt, ask.key())) {
      reservations.drop(standing);
      visit.node().stopWaiting();
    }
    return visit.place(application, attempt, ask);
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

  /** A container grows where it runs, beside others that come and go: nothing waits for it. */
  private boolean mayReserve(
      NodeVisit visit, Application application, AppAttempt attempt, Ask ask) {
    return ask.key().getContainerToUpdate() == null
        && attempt.reserved().count() < settings.perApplication(visit.clusterNodes())
        && application.queue().reservations() < settings.perQueue(visit.clusterNodes())
        && application.queue().mayReserve(ask.amounts())
        && visit.fitsBesideItsOwn(application, ask);
  }
}
