// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.gang;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The room that is kept for members of gangs, in the books of its node, attempt, queues and
 * metrics. Under the scheduler's write lock.
 */
public final class GangRooms {
  private static final Logger LOG = LoggerFactory.getLogger(GangRooms.class);

  /**
   * Returns whether one more member of a request may have room on a node.
   *
   * @param maximumShare largest part of each resource of a partition that may be kept
   */
  public boolean isWithinBounds(Gang gang, ClusterNode node, Ask ask, double maximumShare) {
    ShareLedger ledger = gang.attempt().queue().ledger();
    MachineClasses classes = ledger.classes();
    int first = classes.offset(classes.number(node.machineClass()));
    long[] kept = gang.attempt().queue().keptInAll();
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
    GangRoom room = new GangRoom(gang, node, ask, type);
    gang.add(room);
    node.keep(room);
    gang.attempt().constraints().keep(room);
    room.queue().countKept(gang.attempt().getUser(), room.inTree(), 1);
    metrics(room).reserveResource(ask.partition(), gang.attempt().getUser(), ask.capability());
    LOG.debug("{}", room);
    return room;
  }

  /**
   * Gives up the room in which containers could not start now. Under the attempt's lock as well.
   *
   * @return whether all members have room still
   */
  public boolean recheck(Gang gang) {
    gang.unplaceable().forEach(this::giveUp);
    return gang.isWhole();
  }

  /**
   * Supposes that a container has ended, as far as limits are concerned.
   *
   * @param amounts the container's, as the share tree has them
   * @param sign 1 to suppose it, -1 to take it back
   */
  public void supposeEnded(LeafQueue queue, String user, long[] amounts, int sign) {
    queue.countKept(user, amounts, -sign);
  }

  /** Gives up room on a node. */
  public void giveUp(GangRoom room) {
    Gang gang = room.gang();
    if (gang.remove(room)) {
      room.node().giveUp(room);
      gang.attempt().constraints().giveUp(room);
      room.queue().countKept(gang.attempt().getUser(), room.inTree(), -1);
      metrics(room)
          .unreserveResource(room.ask().partition(), gang.attempt().getUser(), room.resource());
    }
  }

  /** Gives up the room on a node; the gangs go on collecting. */
  void drop(ClusterNode node) {
    node.kept().forEach(this::giveUp);
  }

  /** Gives up the newest room on a node until what is left fits beside its containers. */
  void recheck(ClusterNode node) {
    List<GangRoom> newestFirst = new ArrayList<>(node.kept());
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
