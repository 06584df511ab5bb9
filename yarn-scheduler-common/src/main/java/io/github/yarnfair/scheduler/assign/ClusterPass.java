// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.conf.NodeChoiceSettings;
import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LocalityRules;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns the free resources of all nodes that have reported: the share tree selects the
 * application, a score the node (DRFH, section V-B: progressive filling, best fit).
 *
 * <pre>
 *   what fits some node ──► the share tree selects ──► the first request that fits
 *          ▲                                                │
 *          │                                                ▼
 *   NodeIndex ◄── what is left ◄── NodeVisit places ◄── NodeSearch: the best node for it
 * </pre>
 *
 * <p>An application of which no task fits any node is blocked, as in the papers, unless one would
 * fit the node that has just reported once containers end there: then it is that application's turn
 * too, and the node may wait for it ({@link NodeHeadroom}).
 *
 * <p>A node is looked at again before it gets a container: it may be overdue, gone, or have less
 * than it reported. Under the scheduler's write lock, for at most {@link
 * NodeChoiceSettings#maximumContainers} containers.
 */
final class ClusterPass {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterPass.class);

  /** As in {@link ContainerAssigner}, so that a pass does not depend on their number. */
  private static final int MOST_REFUSED = ContainerAssigner.MOST_REFUSED;

  /** Opportunities to run locally that a request can miss in one pass; most wait for 40. */
  private static final int MOST_MISSED = 100;

  private final ShareLedger ledger;
  private final DemandIntake demand;
  private final NodeHeadroom headroom;
  private final NodeChoiceSettings settings;
  private final LocalityRules locality;
  private final NodeVisit target;
  private final ConstraintBudget budget = new ConstraintBudget();
  private final NodeSearch search;
  private final MachineClasses classes;
  private final long[] nothing;
  private final OfferedPartitions partitions;

  /** What an application may get, in the share tree's amounts. */
  private final long[] room;

  /** The same of the machine class of the offer, by resource type. */
  private final long[] roomHere;

  /** What the reporting node has of each resource that is not exhausted; nothing without turns. */
  private final long[] turns;

  /** How many applications the reporting node must not wait for, in this pass. */
  private int refused;

  // Set by run(), before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private NodeVisit visit;

  private boolean isCollected;
  private int clusterNodes;
  private long now;
  private int reports;
  private long lastPass;
  private boolean servedAll;
  private boolean hasTurns;

  /** Whether the last pass was ended by its bound: the next heartbeat goes on with it. */
  private boolean isCutShort = true;

  /**
   * @param nodesByPlace returns the nodes of a host or of a rack
   */
  ClusterPass(
      QueueTree queues,
      DemandInbox inbox,
      DemandIntake demand,
      NodeHeadroom headroom,
      NodeChoiceSettings settings,
      Reservations reservations,
      Function<String, List<ClusterNode>> nodesByPlace) {
    ledger = queues.ledger();
    this.demand = demand;
    this.headroom = headroom;
    this.settings = settings;
    locality = new LocalityRules(queues.file().settings());
    target =
        new NodeVisit(
            queues, inbox, reservations, locality, () -> nodesByPlace.apply(ResourceRequest.ANY));
    search = new NodeSearch(locality, nodesByPlace, budget);
    classes = ledger.classes();
    int resources = ledger.vectors().length();
    partitions = new OfferedPartitions(ledger, settings.choice());
    room = new long[classes.space().length()];
    roomHere = new long[resources];
    nothing = new long[resources];
    turns = new long[resources];
  }

  /** Takes in what is free on the node that has reported. */
  private void report() {
    partitions.report(visit, available(visit), now);
    reports++;
  }

  /** Returns what a node may give to tasks: not what it keeps for a larger one. */
  private long[] available(NodeVisit at) {
    ClusterNode node = at.node();
    return headroom.holdsBack(at, now)
        ? nothing
        : at.offer().available(node.isOpenToAll() ? null : node.reservation());
  }

  /** Removes a node that has left the cluster. */
  void remove(ClusterNode node) {
    partitions.remove(node);
  }

  /** Begins again to compare nodes, from where a recording does. */
  void restart() {
    partitions.restart();
  }

  /** Returns whether the last {@link #run} was due, and no application can use what it left. */
  boolean servedAll() {
    return servedAll;
  }

  /**
   * Takes in what is free on a node that has reported, and, if a pass is due, places containers
   * until no application can use what is left or the bound is reached.
   *
   * @param reporting visits the node
   * @param collected whether the node waits for a member of a gang, so that no turns are taken
   *     there
   * @param registered number of registered nodes
   * @param time the scheduler's clock, in milliseconds
   * @return the number of containers placed
   */
  int run(NodeVisit reporting, boolean collected, int registered, long time) {
    visit = reporting;
    isCollected = collected;
    clusterNodes = registered;
    now = time;
    report();
    servedAll = false;
    if (!isCutShort && time - lastPass < settings.intervalMillis()) {
      return 0;
    }
    lastPass = time;
    isCutShort = false;
    int placed = 0;
    partitions.updateScores(now);
    for (OfferedPartition nodes : partitions) {
      placed += run(nodes);
    }
    for (OfferedPartition nodes : partitions) {
      // Nodes without a label come first, and what can use the nodes with one.
      if (!isCutShort && classes.isShared(nodes.machineClass()) && !nodes.index().isEmpty()) {
        hasTurns = false;
        nodes.openIdle(nothing);
        locality.openIdle();
        placed += serveAll(nodes);
      }
    }
    reports = 0;
    servedAll = !isCutShort;
    return placed;
  }

  private int run(OfferedPartition nodes) {
    openTurns(nodes);
    if (nodes.index().isEmpty() && !hasTurns) {
      return 0;
    }
    nodes.open(turns);
    locality.open(Math.min(reports, MOST_MISSED));
    return serveAll(nodes);
  }

  private int serveAll(OfferedPartition nodes) {
    int placed = 0;
    visit.demand().restore();
    budget.open(reports);
    while (placed < settings.maximumContainers()) {
      Application application = visit.demand().next(nodes.offer(), placed);
      if (application == null) {
        return placed;
      }
      Turn turn = serveGuarded(nodes, application);
      if (turn.isServed()) {
        placed++;
      } else if (!turn.isOpenToOthers() || !visit.demand().leaveOutChosen(application)) {
        nodes.offer().skip(application.leaf());
      }
      refused += turn == Turn.REFUSED ? 1 : 0;
      if (turn == Turn.SERVED_LAST) {
        demand.takeIn();
      } else if (hasTurns && (turn == Turn.WAITS || refused == MOST_REFUSED)) {
        closeTurns(nodes);
      }
    }
    isCutShort = true;
    return placed;
  }

  // ----------------------------------------------------------------- turns on the reporting node

  /** Applications have turns on the node that has reported, if it is one of these. */
  private void openTurns(OfferedPartition nodes) {
    ClusterNode node = visit.node();
    refused = 0;
    hasTurns =
        !isCollected
            && nodes.has(node)
            && headroom.takesTurns(visit)
            && !visit.offer().nothingIsFree();
    System.arraycopy(hasTurns ? visit.offer().turns() : nothing, 0, turns, 0, turns.length);
  }

  /** The others share what the node need not keep. */
  private void closeTurns(OfferedPartition nodes) {
    visit.demand().restore();
    hasTurns = false;
    Arrays.fill(turns, 0);
    nodes.open(turns);
  }

  private Turn takeTurn(
      OfferedPartition nodes, Application application, AppAttempt attempt, AskGroups.Group alike) {
    visit.at(visit.node(), clusterNodes);
    if (attempt.refuses(visit.node())) {
      return Turn.DECLINED;
    }
    budget.count(attempt, alike.first());
    Turn turn = headroom.takeTurn(visit, application, attempt, alike);
    update(nodes, visit);
    return turn;
  }

  /** Takes in what is free on a node that got a container, or waits. */
  private void update(OfferedPartition nodes, NodeVisit at) {
    nodes.index().put(nodes.number(at.node()), at.offer().total(), available(at));
    if (hasTurns && at.node().equals(visit.node())) {
      System.arraycopy(at.offer().turns(), 0, turns, 0, turns.length);
      nodes.change(turns);
    }
  }

  // ------------------------------------------------------------------------- one application

  /** One application's failure costs that application its turn, and the others nothing. */
  private Turn serveGuarded(OfferedPartition nodes, Application application) {
    try {
      return serve(nodes, application);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} could not be served; the others are", application.id(), e);
      return Turn.DECLINED;
    }
  }

  /**
   * Tries requests in the order of their priorities; a later one never overtakes an earlier one for
   * which the node that has reported can wait.
   */
  private Turn serve(OfferedPartition nodes, Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null || attempt.isStopped()) {
      return Turn.DECLINED;
    }
    ledger.tree().room(application.leaf(), nodes.offer(), room);
    classes.read(nodes.offeredClass(), room, roomHere);
    target.gangs().reduce(application, nodes.offeredClass(), roomHere);
    String partition = nodes.isOfIdle() ? MachineClasses.DEFAULT : partitionOf(nodes);
    Turn result = Turn.PASSED;
    for (AskGroups.Group alike : groups(nodes, application)) {
      Ask first = alike.first();
      if (mayRun(first, partition)
          && nodes.mayGrow(first, visit.node().getNodeID())
          && visit.demand().isOffered(application, first, nodes.offeredClass())
          && (!nodes.isOfIdle() || visit.isIdleRoomOpen(attempt, first))
          && Amounts.fits(first.amounts(), roomHere)
          && budget.allows(attempt, first, nodes.machineClass())) {
        Turn turn = serve(nodes, application, attempt, alike);
        if (turn.isServed() || turn == Turn.WAITS) {
          return turn;
        }
        if (turn == Turn.PASSED) {
          return result;
        }
        result = turn == Turn.REFUSED ? turn : result;
      }
    }
    return result;
  }

  /**
   * Returns an application's requests in the order of their priorities. While no node has room for
   * an increase of any size, increases are left out of containers that run elsewhere than on the
   * node that has reported. O(C) for C sizes.
   */
  private Iterable<AskGroups.Group> groups(OfferedPartition nodes, Application application) {
    AskTable asks = application.asks();
    return asks.hasIncrease(nodes.index()::fits)
        ? asks.alike()
        : asks.alike(visit.node().getNodeID());
  }

  /** Returns the label that requests name which the offer is for. */
  private String partitionOf(OfferedPartition nodes) {
    return classes.kind() == MachineClasses.Kind.LABELS
        ? classes.name(nodes.machineClass())
        : MachineClasses.DEFAULT;
  }

  /** A container grows where it runs, whatever label its request has named. */
  private static boolean mayRun(Ask ask, String partition) {
    return ask.partition().equals(partition) || ask.key().getContainerToUpdate() != null;
  }

  private Turn serve(
      OfferedPartition nodes, Application application, AppAttempt attempt, AskGroups.Group alike) {
    long[] amounts = alike.first().amounts();
    if (nodes.index().fits(amounts)) {
      if (!visit.demand().isChosenFor(application, alike.first(), nodes.offeredClass())) {
        // It comes first, once it is its turn.
        return choose(nodes, attempt, alike.first()) == null ? Turn.DECLINED : Turn.PASSED;
      }
      return placeOneOf(nodes, application, attempt, alike);
    }
    return hasTurns && Amounts.fits(amounts, turns)
        ? takeTurn(nodes, application, attempt, alike)
        : Turn.DECLINED;
  }

  private Turn placeOneOf(
      OfferedPartition nodes, Application application, AppAttempt attempt, AskGroups.Group alike) {
    for (Ask ask : alike.asks().values()) {
      ClusterNode node = choose(nodes, attempt, ask);
      if (node == null) {
        return Turn.DECLINED; // nor is there one for the others
      }
      target.at(node, clusterNodes);
      Turn turn = target.place(application, attempt, ask);
      update(nodes, target);
      if (turn.isServed()) {
        budget.served(attempt, ask);
        return turn;
      }
    }
    return Turn.DECLINED;
  }

  /** Returns the best node that is as the index knows it, or null if there is none. */
  private @Nullable ClusterNode choose(OfferedPartition nodes, AppAttempt attempt, Ask ask) {
    int number = search.choose(nodes, attempt, ask, clusterNodes);
    while (number != NodeIndex.NONE && !isUpToDate(nodes, number)) {
      number = search.choose(nodes, attempt, ask, clusterNodes);
    }
    return number == NodeIndex.NONE ? null : nodes.node(number);
  }

  /** Returns whether a node is as the index knows it; if not, the index knows now. */
  private boolean isUpToDate(OfferedPartition nodes, int number) {
    ClusterNode node = nodes.node(number);
    if (now - nodes.reported(number) > settings.overdueMillis()
        || !node.acceptsContainers()
        || !nodes.has(node)) {
      nodes.index().remove(number);
      return false;
    }
    target.at(node, clusterNodes);
    return !nodes.index().put(number, target.offer().total(), available(target));
  }
}
