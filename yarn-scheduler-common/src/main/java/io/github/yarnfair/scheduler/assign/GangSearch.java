// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.gang.GangRooms;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.ShareLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;

/**
 * Finds room for all members of a gang at one moment: the first fit, largest requests first, those
 * that are bound to places before the others. What it finds is kept while it goes on, so that each
 * member is held to limits, places and constraints beside the others. Under the scheduler's write
 * lock.
 */
final class GangSearch {
  /** Most constraints that one search evaluates. */
  private static final int MOST_EVALUATED = 10_000;

  private final ShareLedger ledger;
  private final GangRooms rooms;
  private final long[] left;
  private int evaluated;

  /** What a search may use of the nodes. */
  interface Room {
    /**
     * Reads what may be used of a node, by resource type, less what is kept there.
     *
     * @return false if nothing may
     */
    boolean read(ClusterNode node, long[] into);

    /** Returns whether limits of queues and users count. */
    boolean isLimited();
  }

  GangSearch(ShareLedger ledger, GangRooms rooms) {
    this.ledger = ledger;
    this.rooms = rooms;
    left = new long[ledger.vectors().length()];
  }

  /**
   * Keeps room for all members that have none, or for none of them.
   *
   * @return the room, empty if it was not found
   */
  List<GangRoom> keepAll(Gang gang, List<ClusterNode> nodes, Room room) {
    List<GangRoom> found = new ArrayList<>();
    evaluated = 0;
    for (Ask member : inOrder(gang)) {
      for (NodeType type : types(member)) {
        for (ClusterNode node : nodes) {
          while (gang.missing(member.key()) > 0 && fits(gang, member, type, node, room)) {
            found.add(rooms.keep(gang, node, member, type));
          }
        }
      }
      if (gang.missing(member.key()) > 0) {
        found.forEach(rooms::giveUp);
        return List.of();
      }
    }
    return found;
  }

  /**
   * Returns whether all members without room could have some at once. One with more constraints
   * than are evaluated in a search is taken to.
   */
  boolean mayFit(Gang gang, List<ClusterNode> nodes, Room room) {
    if (gang.isWhole()) {
      return true;
    }
    List<GangRoom> found = keepAll(gang, nodes, room);
    found.forEach(rooms::giveUp);
    return !found.isEmpty() || evaluated >= MOST_EVALUATED;
  }

  /** Returns whether some member fits some node. */
  boolean fitsOne(Gang gang, List<ClusterNode> nodes, Room room) {
    evaluated = 0;
    return inOrder(gang).stream()
        .anyMatch(
            member ->
                types(member).stream()
                    .anyMatch(
                        type ->
                            nodes.stream().anyMatch(node -> fits(gang, member, type, node, room))));
  }

  private List<Ask> inOrder(Gang gang) {
    return StreamSupport.stream(gang.withoutRoom().spliterator(), false)
        .sorted(
            Comparator.comparing(Ask::isForAnywhere)
                .thenComparing(Comparator.comparingDouble(this::size).reversed()))
        .toList();
  }

  /** Returns the largest part of the cluster that a member takes of any resource. */
  private double size(Ask ask) {
    double largest = 0;
    for (int j = 0; j < left.length; j++) {
      double all = 0;
      for (int c = 0; c < ledger.classes().count(); c++) {
        all += ledger.tree().capacity(ledger.classes().offset(c) + j);
      }
      largest = all > 0 ? Math.max(largest, ask.amounts()[j] / all) : largest;
    }
    return largest;
  }

  /** The nearest places first. */
  private static List<NodeType> types(Ask ask) {
    return ask.isForAnywhere() || ask.isConstrained()
        ? List.of(NodeType.OFF_SWITCH)
        : Stream.of(NodeType.values()).toList();
  }

  private boolean fits(Gang gang, Ask ask, NodeType type, ClusterNode node, Room room) {
    AppAttempt attempt = gang.attempt();
    return node.acceptsContainers()
        && ask.partition().equals(node.getPartition())
        && room.read(node, left)
        && Amounts.fits(ask.amounts(), left)
        && !attempt.refuses(node)
        && (!room.isLimited() || isWithinLimits(attempt, ask, node))
        && gang.nearest(ask, type, node) == type
        && isSatisfied(attempt, ask, node);
  }

  /** Returns whether the limits of queues and users leave room for a member on a node. */
  boolean isWithinLimits(AppAttempt attempt, Ask ask, ClusterNode node) {
    int machineClass = ledger.classes().number(node.machineClass());
    return attempt
        .queue()
        .mayReserve(attempt.getUser(), ledger.classes().amounts(machineClass, ask.amounts()));
  }

  private boolean isSatisfied(AppAttempt attempt, Ask ask, ClusterNode node) {
    if (!ask.isConstrained()) {
      return true;
    }
    evaluated++;
    return evaluated < MOST_EVALUATED && attempt.mayEverPlace(ask.key(), node);
  }
}
