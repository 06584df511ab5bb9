// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import io.github.yarnfair.scheduler.demand.DemandInbox;
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
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt.AMState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node that is being assigned. It checks whether an application can be served there (size,
 * limits, locality, blacklist, partition) and places its containers. It never ranks. One object
 * serves all visits.
 */
final class NodeVisit {
  private static final Logger LOG = LoggerFactory.getLogger(NodeVisit.class);

  private final ShareLedger ledger;
  private final DemandInbox inbox;
  private final SchedulerSettings settings;
  private final LocalityRules locality;
  private final ResourceVectors vectors;
  private final MachineClasses classes;
  private final NodeOffer offer;
  private final GangPlacement gangs;
  private final OfferedDemand demand;
  private final ConstraintBudget budget = new ConstraintBudget();

  /** The amounts that {@link #remaining} returns. */
  private final long[] remaining;

  /** The same in the share tree's amounts, of which they are one class. */
  private final long[] room;

  /** The visits so far, of all nodes. */
  private long visits;

  // Set by begin(), before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private ClusterNode node;

  private int clusterNodes;
  private int placed;

  /**
   * @param nodes returns all registered nodes
   */
  NodeVisit(
      QueueTree queues,
      DemandInbox inbox,
      Reservations reservations,
      LocalityRules locality,
      Supplier<List<ClusterNode>> nodes) {
    this.ledger = queues.ledger();
    this.inbox = inbox;
    this.locality = locality;
    vectors = ledger.vectors();
    settings = queues.file().settings();
    classes = ledger.classes();
    offer = new NodeOffer(ledger);
    gangs = new GangPlacement(ledger, inbox, reservations, nodes);
    demand = new OfferedDemand(queues);
    remaining = new long[vectors.length()];
    room = classes.isOne() ? remaining : new long[classes.space().length()];
  }

  /**
   * Begins the visit of a node: reads its free and total resources.
   *
   * @param nodes number of registered nodes
   */
  void begin(ClusterNode visited, int nodes) {
    at(visited, nodes);
    placed = 0;
    visits++;
    budget.open(1);
    locality.open();
  }

  /**
   * Goes to a node, or looks at it again, within the visit that has begun.
   *
   * @param nodes number of registered nodes
   */
  void at(ClusterNode visited, int nodes) {
    node = visited;
    clusterNodes = nodes;
    offer.read(node);
  }

  ClusterNode node() {
    return node;
  }

  int clusterNodes() {
    return clusterNodes;
  }

  /** Returns the number of containers placed since {@link #begin}. */
  int placed() {
    return placed;
  }

  /** Returns what is free on the node, and what of it is offered. */
  NodeOffer offer() {
    return offer;
  }

  /** Returns whether the heartbeat's limit of containers is not reached. */
  boolean mayPlaceMore() {
    if (!settings.multipleAssignmentsEnabled()) {
      return placed == 0;
    }
    int most = settings.maximumContainerAssignments();
    return most < 0 || placed < most;
  }

  /**
   * Offers the free resources, which nothing else can use, to requests without a label too.
   *
   * @param withheld a reservation whose resources are not offered, null for none
   */
  void openIdle(@Nullable Reservation withheld) {
    locality.openIdle();
    offer.openIdle(withheld);
  }

  /** Returns the application whose turn it is, or null if none can use the offer. */
  @Nullable Application next() {
    return demand.next(offer.offer(), placed);
  }

  /** Returns what of the applications' demand competes for the offer. */
  OfferedDemand demand() {
    return demand;
  }

  /** Counts an application as blocked for the rest of the offer. */
  void skip(Application application) {
    offer.offer().skip(application.leaf());
  }

  // ------------------------------------------------------------------------- one application

  /**
   * Places the first of an application's requests that fits the offer, if it was chosen for such;
   * the turn is served, passed or declined.
   */
  Turn serve(Application application) {
    AppAttempt attempt = candidate(application);
    if (attempt == null) {
      return Turn.DECLINED;
    }
    long[] most = remaining(application);
    for (AskGroups.Group alike : application.asks().alike(node.getNodeID())) {
      Ask first = alike.first();
      if (Amounts.fits(first.amounts(), most)
          && isOffered(application, first)
          && mayCompare(attempt, first)) {
        if (!isChosenFor(application, first)) {
          if (placement(attempt, first) != null) {
            return Turn.PASSED; // It comes first, once it is its turn.
          }
        } else {
          Turn turn = placeOneOf(application, attempt, alike);
          if (turn.isServed()) {
            return turn;
          }
        }
      }
    }
    return Turn.PASSED;
  }

  /** Returns whether a request competes for the offer. */
  boolean isOffered(Application application, Ask ask) {
    return demand.isOffered(application, ask, offer.offeredClass());
  }

  /** Returns whether it may be for a request that its application was chosen. */
  boolean isChosenFor(Application application, Ask ask) {
    return demand.isChosenFor(application, ask, offer.offeredClass());
  }

  private Turn placeOneOf(Application application, AppAttempt attempt, AskGroups.Group alike) {
    for (Ask ask : alike.asks().values()) {
      NodeType type = placement(attempt, ask);
      if (type == null) {
        return Turn.DECLINED; // nor is the place right for the others
      }
      Turn turn = place(application, attempt, ask, type);
      if (turn.isServed()) {
        return turn;
      }
    }
    return Turn.DECLINED;
  }

  /** Returns whether a request may be compared with the node in this visit, and counts it. */
  boolean mayCompare(AppAttempt attempt, Ask ask) {
    boolean may = budget.allows(attempt, ask, node.getNodeID());
    if (may) {
      budget.count(attempt, ask);
    }
    return may;
  }

  /** Returns the attempt of an application that may be served here, or null. */
  @Nullable AppAttempt candidate(Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    return attempt == null || attempt.isStopped() || attempt.refuses(node) ? null : attempt;
  }

  /**
   * Returns what an application may get of the offer: min(offer, limit − used − kept for gangs)
   * over the queues above it, by resource type. Not a copy; valid until the next call.
   */
  long[] remaining(Application application) {
    ledger.tree().room(application.leaf(), offer.offer(), room);
    if (room != remaining) {
      classes.read(offer.offeredClass(), room, remaining);
    }
    gangs.reduce(application, offer.offeredClass(), remaining);
    return remaining;
  }

  /** Returns how gangs are placed. */
  GangPlacement gangs() {
    return gangs;
  }

  /** Returns amounts by resource type as the share tree has those of the node's class. */
  long[] inTree(long[] amounts) {
    return classes.amounts(offer.machineClass(), amounts);
  }

  /** Returns whether one container of a request fits what is free. */
  boolean isFree(Ask ask) {
    return Amounts.fits(ask.amounts(), offer.free());
  }

  /**
   * Returns whether one container of a request would fit the node if all other applications left
   * it. On a node that the application fills by itself a larger request never finds room.
   */
  boolean fitsBesideItsOwn(Application application, Ask ask) {
    // Enough if all that the application holds anywhere were here.
    return fitsBesideUsage(application.leaf(), ask.amounts())
        || fitsBeside(node.usage(application.id(), vectors), ask.amounts());
  }

  private boolean fitsBesideUsage(int leaf, long[] amounts) {
    ShareTree tree = ledger.tree();
    int offset = classes.offset(offer.machineClass());
    for (int j = 0; j < amounts.length; j++) {
      if (amounts[j] > offer.total()[j] - node.kept(j) - tree.usage(leaf, offset + j)) {
        return false;
      }
    }
    return true;
  }

  private boolean fitsBeside(long[] used, long[] amounts) {
    for (int j = 0; j < amounts.length; j++) {
      if (amounts[j] > offer.total()[j] - node.kept(j) - used[j]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns how local a container for a request would be here, or null if it must not be placed
   * here (yet).
   */
  @Nullable NodeType placement(AppAttempt attempt, Ask ask) {
    return offer.isOfIdle() && !isIdleRoomOpen(attempt, ask)
        ? null
        : locality.placement(attempt, ask, node, clusterNodes);
  }

  /** Returns whether a request need not wait any longer for nodes without a label. */
  boolean isIdleRoomOpen(AppAttempt attempt, Ask ask) {
    return attempt.idleRoomDelay().isOver(ask.key(), visits, clusterNodes);
  }

  /**
   * Gives an attempt one container for a request that fits what is free.
   *
   * @return served, or declined if the request must not be placed here (yet) or is not wanted any
   *     more
   */
  Turn place(Application application, AppAttempt attempt, Ask ask) {
    NodeType type = placement(attempt, ask);
    return type == null ? Turn.DECLINED : place(application, attempt, ask, type);
  }

  /**
   * Likewise for a request that may be placed here.
   *
   * @param type what {@link #placement} returns
   */
  Turn place(Application application, AppAttempt attempt, Ask ask, NodeType type) {
    boolean forMaster = attempt.waitsForMaster();
    Gang gang = forMaster ? null : attempt.gang();
    if (gang != null && Gang.hasMember(ask)) {
      return keep(attempt, gang, type, ask);
    }
    RMContainer container = attempt.allocate(type, node, ask);
    if (container == null) {
      return Turn.DECLINED;
    }
    node.allocateContainer(container);
    ledger.charge(application.leaf(), attempt.charged(container), ask.amounts());
    offer.take(ask.amounts());
    if (offer.machineClass() == 0) {
      attempt.idleRoomDelay().served(ask.key());
    }
    placed++;
    budget.served(attempt, ask);
    inbox.changed(attempt);
    boolean wantsMore = attempt.reserved().wantsMore(ask.key());
    if (forMaster) {
      attempt.updateAMContainerDiagnostics(AMState.ASSIGNED, null);
    }
    LOG.debug("{} placed on {} for {}", container, node, application.id());
    return wantsMore ? Turn.SERVED : Turn.SERVED_LAST;
  }

  /** Keeps room for a member of a gang, which starts once all members have room. */
  private Turn keep(AppAttempt attempt, Gang gang, NodeType type, Ask ask) {
    if (!gangs.keep(gang, type, node, ask)) {
      return Turn.DECLINED;
    }
    offer.take(ask.amounts());
    placed++;
    budget.served(attempt, ask);
    return Turn.SERVED_LAST;
  }

  /**
   * Gives an attempt one container on this node, which the placement processor has chosen, if the
   * limits of the queues above allow it and what is free and not kept for a reservation suffices.
   */
  boolean placeChosen(AppAttempt attempt, Ask ask, Set<String> tags) {
    Application application = attempt.application();
    offer.openFree(node.isOpenToAll() ? null : node.reservation());
    if (!Amounts.fits(ask.amounts(), remaining(application))) {
      return false;
    }
    RMContainer container = attempt.allocateChosen(node, ask, tags);
    node.allocateContainer(container);
    ledger.charge(application.leaf(), attempt.charged(container), ask.amounts());
    inbox.changed(attempt);
    return true;
  }
}
