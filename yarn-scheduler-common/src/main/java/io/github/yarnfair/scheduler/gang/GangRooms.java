// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.GangLocality;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The room that is kept for members of gangs, in the books of its node, attempt, queues and
 * metrics. Under the scheduler's write lock.
 */
public final class GangRooms {
  private static final Logger LOG = LoggerFactory.getLogger(GangRooms.class);

  /** The room on each node, the oldest first, and for whose members it is. */
  private final Map<ClusterNode, Map<GangRoom, Gang>> onNodes = new HashMap<>();

  /** Returns the room that is kept on a node, the oldest first. */
  public List<GangRoom> on(ClusterNode node) {
    return List.copyOf(onNodes.getOrDefault(node, Map.of()).keySet());
  }

  /**
   * Returns whether one more member of a request may have room on a node.
   *
   * @param maximumShare largest part of each resource of a partition that may be kept
   */
  public boolean isWithinBounds(Gang gang, ClusterNode node, Ask ask, double maximumShare) {
    ShareLedger ledger = gang.attempt().queue().ledger();
    MachineClasses classes = ledger.classes();
    int first = classes.offset(classes.number(node.machineClass()));
    long[] kept = gang.attempt().queue().reserved().keptInAll();
    for (int j = 0; j < ask.amounts().length; j++) {
      double most = maximumShare * ledger.tree().capacity(first + j);
      if (ask.amounts()[j] > 0 && kept[first + j] + ask.amounts()[j] > most) {
        return false;
      }
    }
    return gang.missing(ask.key()) > 0;
  }

  /** Keeps room on a node for one more member of a gang. */
  public GangRoom keep(Gang gang, ClusterNode node, Ask ask, NodeType type) {
    AppAttempt attempt = gang.attempt();
    GangRoom room = new GangRoom(attempt.getApplicationId(), attempt.queue(), node, ask, type);
    gang.add(room);
    onNodes.computeIfAbsent(node, any -> new LinkedHashMap<>()).put(room, gang);
    node.keep(room.amounts());
    attempt.constraints().keep(room.ask(), room.node().getNodeID());
    room.queue().reservedFor(attempt.getUser()).keep(room.inTree(), 1);
    metrics(room).reserveResource(ask.partition(), attempt.getUser(), ask.capability());
    LOG.debug("{}", room);
    return room;
  }

  /**
   * Gives up the room in which containers could not start now. Under the attempt's lock as well.
   *
   * @return whether all members have room still
   */
  public boolean recheck(Gang gang) {
    unplaceable(gang).forEach(this::giveUp);
    return gang.isWhole();
  }

  /**
   * A container could not start there if the master has changed its requests or refuses the node.
   */
  private static List<GangRoom> unplaceable(Gang gang) {
    Map<SchedulerRequestKey, List<GangRoom>> placeable = new HashMap<>();
    List<GangRoom> unplaceable = new ArrayList<>();
    for (GangRoom room : gang.rooms()) {
      List<GangRoom> before = placeable.computeIfAbsent(room.ask().key(), any -> new ArrayList<>());
      (isPlaceable(gang.attempt(), room, before) ? before : unplaceable).add(room);
    }
    return unplaceable;
  }

  /**
   * @param before the room that is kept for the same request already
   */
  private static boolean isPlaceable(AppAttempt attempt, GangRoom room, List<GangRoom> before) {
    AppPlacementAllocator<ClusterNode> asks = attempt.getAppPlacementAllocator(room.ask().key());
    return asks != null
        && room.ask().agreesWith(asks)
        && !attempt.refuses(room.node())
        && room.node().acceptsContainers()
        && isSatisfied(attempt, room)
        && room.type() == new GangLocality(asks, room.ask(), before).nearest(room);
  }

  /** The constraint was satisfied when the room was kept; others may have started since. */
  private static boolean isSatisfied(AppAttempt attempt, GangRoom room) {
    if (!room.ask().isConstrained()) {
      return true;
    }
    attempt.constraints().giveUp(room.ask(), room.node().getNodeID());
    try {
      return attempt.mayEverPlace(room.ask().key(), room.node());
    } finally {
      attempt.constraints().keep(room.ask(), room.node().getNodeID());
    }
  }

  /**
   * Supposes that a container has ended, as far as limits are concerned.
   *
   * @param amounts the container's, as the share tree has them
   * @param sign 1 to suppose it, -1 to take it back
   */
  public void supposeEnded(LeafQueue queue, String user, long[] amounts, int sign) {
    queue.reservedFor(user).keep(amounts, -sign);
  }

  /** Gives up room on a node. */
  public void giveUp(GangRoom room) {
    Map<GangRoom, Gang> here = onNodes.getOrDefault(room.node(), Map.of());
    Gang gang = here.get(room);
    if (gang != null) {
      here.remove(room);
      if (here.isEmpty()) {
        onNodes.remove(room.node());
      }
      AppAttempt attempt = gang.attempt();
      gang.remove(room);
      room.node().giveUp(room.amounts());
      attempt.constraints().giveUp(room.ask(), room.node().getNodeID());
      room.queue().reservedFor(attempt.getUser()).keep(room.inTree(), -1);
      metrics(room).unreserveResource(room.ask().partition(), attempt.getUser(), room.resource());
    }
  }

  /** Gives up the room on a node; the gangs go on collecting. */
  void drop(ClusterNode node) {
    on(node).forEach(this::giveUp);
  }

  /** Gives up the newest room on a node until what is left fits beside its containers. */
  void recheck(ClusterNode node) {
    List<GangRoom> newestFirst = new ArrayList<>(on(node));
    Collections.reverse(newestFirst);
    for (GangRoom room : newestFirst) {
      if (!node.acceptsContainers() || node.isOverKept(room.queue().ledger().vectors())) {
        giveUp(room);
      }
    }
  }

  /** Gives up the newest room of a gang until the rest is within the limits. */
  void recheckLimits(Gang gang) {
    List<GangRoom> newestFirst = new ArrayList<>(gang.rooms());
    Collections.reverse(newestFirst);
    for (GangRoom room : newestFirst) {
      if (!room.queue().mayKeepReserved(gang.attempt().getUser(), room.inTree())) {
        giveUp(room);
      }
    }
  }

  private static QueueMetrics metrics(GangRoom room) {
    return room.queue().getMetrics();
  }
}
