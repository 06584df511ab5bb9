// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.gang.Gangs;
import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps room for the members of a gang and starts them all in one hold of the lock: when the last
 * one has room of those for which it was kept one by one in the application's turns; or at one
 * moment, in what all others leave, or in the room of containers that end for it. Under the
 * scheduler's write lock.
 */
final class GangPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(GangPlacement.class);

  /** How often what the others leave is looked at, in milliseconds. */
  private static final long LEFT_OVER_EVERY_MILLIS = 1000;

  /** How many gangs are considered for it at a time. */
  private static final int MOST_CONSIDERED = 20;

  /** How many of these are sought room for on all nodes. */
  private static final int MOST_SOUGHT = 2;

  private final ShareLedger ledger;
  private final DemandInbox inbox;
  private final Reservations reservations;
  private final Gangs gangs;
  private final GangSearch search;
  private final Supplier<List<ClusterNode>> nodes;
  private long lastLeftOver = -LEFT_OVER_EVERY_MILLIS;

  /**
   * @param nodes returns all registered nodes
   */
  GangPlacement(
      ShareLedger ledger,
      DemandInbox inbox,
      Reservations reservations,
      Supplier<List<ClusterNode>> nodes) {
    this.ledger = ledger;
    this.inbox = inbox;
    this.reservations = reservations;
    this.nodes = nodes;
    gangs = reservations.gangs();
    search = new GangSearch(ledger, gangs.rooms());
  }

  /**
   * Reduces what an application may get to what the limits above it leave beside room that is kept
   * for gangs.
   */
  void reduce(Application application, int machineClass, long[] amounts) {
    if (gangs.keepRoom()) {
      int first = ledger.classes().offset(machineClass);
      application.queue().reservedFor(application.getUser()).reduceByKept(first, amounts);
    }
  }

  /**
   * Returns whether a request is for a member of a gang that collects. Nodes wait for all of its
   * members at the same time: one after the other, those that have room would be idle for as long
   * as the tasks of each of the other nodes run. {@code gang.maximum-share} bounds them.
   */
  boolean isCollectedFor(AppAttempt attempt, Ask ask) {
    Gang gang = attempt.gang();
    return gang != null && gang.state() == Gang.State.COLLECTING && Gang.hasMember(ask);
  }

  /**
   * Keeps room for the member of a collecting gang for which a node waits, once it fits. Until then
   * no turns are taken on the node: tasks that start there would be in its way again.
   *
   * @return whether the node waits still
   */
  boolean keepReserved(ClusterNode node) {
    Reservation standing = node.reservation();
    Gang gang = standing == null ? null : AppAttempt.of(standing).gang();
    if (standing == null || gang == null || gang.state() != Gang.State.COLLECTING) {
      return false;
    }
    long[] free = new long[ledger.vectors().length()];
    node.readFree(ledger.vectors(), free);
    Ask member = gang.member(standing.key());
    if (member == null || !Amounts.fits(member.amounts(), free)) {
      return member != null;
    }
    reservations.drop(standing);
    node.stopWaiting();
    if (search.isWithinLimits(gang.attempt(), member, node)) {
      keep(gang, NodeType.NODE_LOCAL, node, member);
    }
    return false;
  }

  /** Returns whether a node may wait for a member of a gang; true if the request is for none. */
  boolean mayReserve(ClusterNode node, AppAttempt attempt, Ask ask) {
    Gang gang = attempt.gang();
    return gang == null
        || attempt.waitsForMaster()
        || !Gang.hasMember(ask)
        || (isPlaceable(gang, node, ask) && begin(gang));
  }

  /**
   * Keeps room on a node for one member, and starts all if that was the last one without.
   *
   * @param most how local it would be if the request were for that place alone
   * @return false if no room may be kept, or the master has changed its mind
   */
  boolean keep(Gang gang, NodeType most, ClusterNode node, Ask ask) {
    NodeType type = isPlaceable(gang, node, ask) ? gang.nearest(ask, most, node) : null;
    if (type == null || !begin(gang)) {
      return false;
    }
    GangRoom kept = gangs.rooms().keep(gang, node, ask, type);
    if (!gang.isUniform() && !mayEverFit(gang)) {
      gangs.rooms().giveUp(kept);
      return false;
    }
    inbox.changed(gang.attempt());
    if (gang.isWhole() && gang.isRoomFree()) {
      start(gang);
    } else if (gang.isWhole()) {
      gangs.await(gang);
    } else {
      reservations.dropUnwanted(gang.attempt());
    }
    return true;
  }

  /** Members run in the partition that their request names, not as guests in another. */
  private boolean isPlaceable(Gang gang, ClusterNode node, Ask ask) {
    boolean isGuest =
        ledger.classes().kind() == MachineClasses.Kind.LABELS
            && !node.machineClass().equals(ask.partition());
    return !isGuest
        && gangs.mayCollect(gang)
        && gangs.rooms().isWithinBounds(gang, node, ask, gangs.settings().maximumShare());
  }

  /** Nothing is kept for a gang that could not start were all others gone. */
  private boolean begin(Gang gang) {
    if (gang.state() == Gang.State.COLLECTING) {
      return true;
    }
    if (!gangs.mayTry(gang)) {
      return false;
    }
    if (!mayEverFit(gang)) {
      gangs.forgo(gang);
      return false;
    }
    gangs.begin(gang).forEach(other -> inbox.changed(other.attempt()));
    return true;
  }

  private boolean mayEverFit(Gang gang) {
    return search.mayFit(gang, nodes.get(), new Emptied());
  }

  // ---------------------------------------------------------------------------------- the start

  /** All start or none: the attempt's lock keeps its master from changing its mind in between. */
  private boolean start(Gang gang) {
    AppAttempt attempt = gang.attempt();
    attempt.getWriteLock().lock();
    try {
      if (attempt.isStopped() || !gangs.rooms().recheck(gang)) {
        inbox.changed(attempt);
        return false;
      }
      reservations.dropReserved(attempt);
      List.copyOf(gang.rooms()).forEach(room -> start(attempt, room));
      gangs.leave(attempt);
      LOG.info("All {} containers of the {} start", gang.size(), gang);
    } finally {
      attempt.getWriteLock().unlock();
    }
    inbox.changed(attempt);
    gangs.candidates().forEach(other -> inbox.changed(other.attempt()));
    return true;
  }

  /** The others keep their room meanwhile: constraints may be about them. */
  private void start(AppAttempt attempt, GangRoom room) {
    gangs.rooms().giveUp(room);
    RMContainer container = attempt.give(room.type(), room.node(), room.ask());
    room.node().allocateContainer(container);
    ledger.charge(attempt.application().leaf(), attempt.charged(container), room.ask().amounts());
  }

  /** Starts the gangs for which containers had to end, once all nodes have reported that. */
  void startReady() {
    if (!gangs.starting().isEmpty()) {
      for (Gang gang : List.copyOf(gangs.starting())) {
        if (gang.isWhole() && gang.isRoomFree()) {
          start(gang);
        }
      }
    }
  }

  // ------------------------------------------------------------------------- all at one moment

  /**
   * Serves gangs that take no turns from what all others have left: all members of one at once. One
   * that backs off takes turns again if what is left has room for a member.
   *
   * @param node of which nothing else can use what is free
   * @param now in milliseconds
   */
  void serveLeftOver(ClusterNode node, long now) {
    node.leaveOver();
    if (gangs.isEmpty() || (now >= lastLeftOver && now - lastLeftOver < LEFT_OVER_EVERY_MILLIS)) {
      return;
    }
    lastLeftOver = now;
    for (Gang gang : List.copyOf(gangs.collecting())) {
      if (!mayEverFit(gang)) {
        gangs.forgo(gang);
        inbox.changed(gang.attempt());
      }
    }
    int sought = 0;
    for (Gang gang : gangs.nextAside(MOST_CONSIDERED)) {
      if (sought < MOST_SOUGHT && mayBeEnough(gang)) {
        sought++;
        startAtOnce(gang);
      }
      if (gang.state() == Gang.State.BACKED_OFF
          && search.fitsOne(gang, nodes.get(), new LeftOver(gang))) {
        gangs.endBackOff(gang);
        inbox.changed(gang.attempt());
      }
    }
  }

  /** Returns whether as much is free, on whichever nodes, as a gang lacks. */
  private boolean mayBeEnough(Gang gang) {
    MachineClasses classes = ledger.classes();
    long[] lacking = gang.lacking();
    long[] kept = gang.attempt().queue().reserved().keptInAll();
    for (int j = 0; j < lacking.length; j++) {
      long free = 0;
      for (int c = 0; c < classes.count(); c++) {
        int pair = classes.offset(c) + j;
        free +=
            ledger.tree().capacity(pair) - ledger.tree().usage(ShareTree.ROOT, pair) - kept[pair];
      }
      if (lacking[j] > free) {
        return false;
      }
    }
    return true;
  }

  private void startAtOnce(Gang gang) {
    AppAttempt attempt = gang.attempt();
    attempt.getWriteLock().lock();
    try {
      if (attempt.isStopped()) {
        return;
      }
      List<GangRoom> found = search.keepAll(gang, nodes.get(), new LeftOver(gang));
      if (!found.isEmpty() && !start(gang)) {
        found.forEach(gangs.rooms()::giveUp);
      }
    } finally {
      attempt.getWriteLock().unlock();
    }
  }

  /**
   * Keeps room for all members of a gang in what is free and in that of containers, which are then
   * to end. The gang starts as soon as nodes have reported the ends.
   *
   * @return whether the room was found; else none is kept
   */
  boolean claim(Gang gang, List<EndingContainer> ends) {
    AppAttempt attempt = gang.attempt();
    attempt.getWriteLock().lock();
    try {
      boolean waits =
          !attempt.isStopped()
              && attempt.gang() == gang
              && (gang.state() == Gang.State.COLLECTING || gang.state() == Gang.State.WAITING);
      if (!waits) {
        return false;
      }
      ends.forEach(each -> suppose(each, 1));
      List<GangRoom> found = search.keepAll(gang, nodes.get(), new Ending(ends));
      ends.forEach(each -> suppose(each, -1));
      if (found.isEmpty()) {
        return false;
      }
      gangs.await(gang);
      reservations.dropReserved(attempt);
      inbox.changed(attempt);
    } finally {
      attempt.getWriteLock().unlock();
    }
    return true;
  }

  private void suppose(EndingContainer each, int sign) {
    long[] inTree = ledger.classes().amounts(each.chargedClass(), each.amounts());
    gangs.rooms().supposeEnded(each.queue(), each.user(), inTree, sign);
  }

  // ------------------------------------------------------------------------ what may be used

  /** What is free where no application could use it when it was last offered. */
  private final class LeftOver implements GangSearch.Room {
    private final Gang gang;

    private LeftOver(Gang gang) {
      this.gang = gang;
    }

    @Override
    public boolean read(ClusterNode node, long[] into) {
      Reservation standing = node.isOpenToAll() ? null : node.reservation();
      node.readFree(ledger.vectors(), into);
      return node.isLeftOver() && (standing == null || standing.attempt().equals(gang.attempt()));
    }

    @Override
    public boolean isLimited() {
      return true;
    }
  }

  /** All that nodes have, as if all others had ended. */
  private final class Emptied implements GangSearch.Room {
    @Override
    public boolean read(ClusterNode node, long[] into) {
      long[] total = node.total(ledger.vectors());
      for (int j = 0; j < into.length; j++) {
        into[j] = total[j] - node.kept(j);
      }
      return true;
    }

    @Override
    public boolean isLimited() {
      return false;
    }
  }

  /** What is free, and the room of containers that are to end. */
  private final class Ending implements GangSearch.Room {
    private final Map<ClusterNode, long[]> ending = new HashMap<>();

    private Ending(List<EndingContainer> ends) {
      ends.forEach(
          each ->
              ResourceVectors.add(
                  each.amounts(),
                  1,
                  ending.computeIfAbsent(each.node(), any -> new long[ledger.vectors().length()])));
    }

    @Override
    public boolean read(ClusterNode node, long[] into) {
      long[] freed = ending.get(node);
      node.readFree(ledger.vectors(), into);
      if (freed != null) {
        ResourceVectors.add(freed, 1, into);
      }
      return freed != null || node.reservation() == null;
    }

    @Override
    public boolean isLimited() {
      return true;
    }
  }
}
