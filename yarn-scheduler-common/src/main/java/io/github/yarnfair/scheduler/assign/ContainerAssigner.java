// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.conf.NodeChoiceSettings;
import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.demand.ParallelApplications;
import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LocalityRules;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns a node's free resources, with the configured node headroom. Under the scheduler's write
 * lock.
 *
 * <pre>
 *   masters' calls ──► DemandInbox
 *                          │ take in demand
 *                          ▼
 *   heartbeat ──► measure ──► turns ──► the rest ──► housekeeping
 *                 free, total    └────┬────┘          the node waits, or no longer
 *                                     ▼
 *         the share tree selects, NodeHeadroom decides, NodeVisit places
 * </pre>
 *
 * <p>Where nodes are chosen by a score, a {@link ClusterPass} over all nodes takes the place of
 * turns and the rest.
 */
public final class ContainerAssigner {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerAssigner.class);

  /**
   * Refused reservations after which a visit goes on without turns: the cost of a visit must not
   * grow with the number of applications that have reserved all the nodes they may.
   */
  static final int MOST_REFUSED = 10;

  private final DemandIntake demand;
  private final NodeHeadroom headroom;
  private final NodeVisit visit;
  private final MachineClasses classes;

  /** Null if a container goes to the node that reports. */
  private final @Nullable ClusterPass pass;

  /**
   * @param parallel which applications may have containers at all
   * @param nodesByPlace returns the nodes of a host or of a rack
   */
  public ContainerAssigner(
      QueueTree queues,
      DemandInbox inbox,
      ParallelApplications parallel,
      HeadroomSettings settings,
      NodeChoiceSettings choice,
      Reservations reservations,
      Function<String, List<ClusterNode>> nodesByPlace) {
    ShareLedger ledger = queues.ledger();
    headroom =
        switch (settings.mode()) {
          case RESERVATION -> new ReservationHeadroom(settings, reservations);
          case LARGEST_TASK -> new LargestTaskHeadroom(settings, ledger.vectors());
          case NONE -> new NoHeadroom();
        };
    demand = new DemandIntake(inbox, parallel, ledger, headroom);
    visit =
        new NodeVisit(
            queues,
            inbox,
            reservations,
            new LocalityRules(queues.file().settings()),
            () -> nodesByPlace.apply(ResourceRequest.ANY));
    classes = ledger.classes();
    pass =
        choice.choice().hasScore()
            ? new ClusterPass(queues, inbox, demand, headroom, choice, reservations, nodesByPlace)
            : null;
  }

  /** Updates the share tree with the pending changes of application masters' requests. */
  public void takeInDemand() {
    demand.takeIn();
  }

  /** Forgets what earlier decisions have led to beyond the state: a recording begins. */
  public void restart() {
    if (pass != null) {
      pass.restart();
    }
  }

  /** Forgets a node that has left the cluster. */
  public void removed(ClusterNode node) {
    headroom.removed(node);
    if (pass != null) {
      pass.remove(node);
    }
  }

  /**
   * Places containers until no application can use what is left or a limit is reached: on the node
   * that has reported, or on the best of all nodes.
   *
   * @param clusterNodes number of registered nodes
   * @param now the scheduler's clock, in milliseconds
   * @return the number of containers placed
   */
  public int assign(ClusterNode node, int clusterNodes, long now) {
    visit.gangs().startReady();
    boolean isCollected = visit.gangs().keepReserved(node);
    demand.takeIn();
    visit.begin(node, clusterNodes);
    headroom.begin(visit, now);
    try {
      return pass == null
          ? assignHere(node, isCollected, now)
          : assignAnywhere(pass, node, isCollected, clusterNodes, now);
    } finally {
      visit.demand().restore();
    }
  }

  /**
   * Gives an attempt one container on a node that the placement processor has chosen, whether or
   * not it is its turn.
   *
   * @param ask which the node satisfies
   * @param tags the allocation tags of the container
   * @param clusterNodes number of registered nodes
   * @return false if it does not fit what is free, or the limits of the queues
   */
  public boolean placeChosen(
      AppAttempt attempt, Ask ask, Set<String> tags, ClusterNode node, int clusterNodes) {
    demand.takeIn();
    visit.at(node, clusterNodes);
    return visit.placeChosen(attempt, ask, tags);
  }

  /**
   * Keeps room for all members of a gang in what is free and in that of containers, which are then
   * to end.
   *
   * @return whether the room was found; else none is kept
   */
  public boolean claim(Gang gang, List<EndingContainer> ends) {
    return visit.gangs().claim(gang, ends);
  }

  private int assignHere(ClusterNode node, boolean isCollected, long now) {
    if (visit.offer().nothingIsFree()) {
      return 0;
    }
    boolean isUsedUp = !isCollected && headroom.takesTurns(visit) && serveTurns();
    if (!isUsedUp) {
      isUsedUp = serveRest(withheld(node), now);
    }
    if (isUsedUp && classes.isShared(visit.offer().machineClass())) {
      serveIdle(withheld(node), now);
    }
    if (isUsedUp) {
      visit.gangs().serveLeftOver(node, now);
    }
    headroom.end(node, isUsedUp, now);
    return visit.placed();
  }

  private int assignAnywhere(
      ClusterPass all, ClusterNode node, boolean isCollected, int clusterNodes, long now) {
    int placed = all.run(visit, isCollected, clusterNodes, now);
    if (all.servedAll()) {
      visit.gangs().serveLeftOver(node, now);
    }
    visit.at(node, clusterNodes);
    if (!visit.offer().nothingIsFree()) {
      headroom.end(node, all.servedAll() && !headroom.holdsBack(visit, now), now);
    }
    return placed;
  }

  /**
   * Serves applications in their turns until one has to wait.
   *
   * @return whether no application can use the rest
   */
  private boolean serveTurns() {
    visit.demand().restore();
    visit.offer().openTurns();
    int refused = 0;
    while (visit.mayPlaceMore() && refused < MOST_REFUSED) {
      Application application = visit.next();
      if (application == null) {
        return true;
      }
      Turn turn = serve(application, true);
      if (turn == Turn.WAITS) {
        return false;
      }
      if (turn == Turn.REFUSED) {
        refused++;
      }
      visit.offer().narrowTurns();
    }
    return false;
  }

  /**
   * Serves applications from what is free.
   *
   * @param withheld a reservation whose resources are not offered, null for none
   * @return whether no application can use the rest
   */
  private boolean serveRest(@Nullable Reservation withheld, long now) {
    visit.demand().restore();
    visit.offer().openFree(withheld);
    return serveOffer(withheld, now);
  }

  /** Serves requests without a label from what nothing else can use, on a node with a label. */
  private void serveIdle(@Nullable Reservation withheld, long now) {
    visit.demand().restore();
    visit.openIdle(withheld);
    serveOffer(withheld, now);
  }

  private static @Nullable Reservation withheld(ClusterNode node) {
    return node.isOpenToAll() ? null : node.reservation();
  }

  private boolean serveOffer(@Nullable Reservation withheld, long now) {
    while (visit.mayPlaceMore() && !headroom.holdsBack(visit, now)) {
      Application application = visit.next();
      if (application == null) {
        return true;
      }
      serve(application, false);
      visit.offer().narrowFree(withheld);
    }
    return false;
  }

  /**
   * Serves an application, or skips it for the rest of the offer: with all it wants, or with that
   * for which it was chosen. Until a request has got its last container the application's demand
   * classes stay the same, and the share tree need not know the number of its tasks.
   */
  private Turn serve(Application application, boolean isTurn) {
    Turn turn = serveGuarded(application, isTurn);
    if (!turn.isServed()) {
      if (!turn.isOpenToOthers() || !visit.demand().leaveOutChosen(application)) {
        visit.skip(application);
      }
    } else if (turn == Turn.SERVED_LAST && visit.mayPlaceMore()) {
      demand.takeIn();
    }
    return turn;
  }

  /** One application's failure costs that application its turn, and the others nothing. */
  private Turn serveGuarded(Application application, boolean isTurn) {
    try {
      return isTurn ? headroom.takeTurn(visit, application) : visit.serve(application);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} could not be served on {}; the others are", application.id(), visit.node(), e);
      return Turn.DECLINED;
    }
  }
}
