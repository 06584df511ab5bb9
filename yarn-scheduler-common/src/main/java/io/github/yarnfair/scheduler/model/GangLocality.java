// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.ask.Ask;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.jspecify.annotations.Nullable;

/**
 * How local the next member of a gang can be for one request. YARN's record still counts the
 * members that have room, at the places for which they count.
 *
 * @param asks YARN's record of the request
 * @param ask the same as the scheduler knows it
 * @param before the room that is kept for it already
 */
public record GangLocality(
    AppPlacementAllocator<ClusterNode> asks, Ask ask, List<GangRoom> before) {

  /** Returns the type of a room if that one can still be had, else another or null. */
  public @Nullable NodeType nearest(GangRoom room) {
    return nearest(room.type(), room.node());
  }

  /**
   * Returns how local a member can be on a node, at most as given; null if it must not run there.
   */
  @Nullable NodeType nearest(NodeType most, ClusterNode node) {
    if (asks.getOutstandingAsksCount(ResourceRequest.ANY) <= before.size()) {
      return null;
    }
    if (ask.isForAnywhere() || ask.isConstrained()) {
      return NodeType.OFF_SWITCH;
    }
    String rack = node.getRackName();
    String host = node.getNodeName();
    boolean isOnRack =
        most != NodeType.OFF_SWITCH
            && asks.getOutstandingAsksCount(rack)
                > count(
                    room ->
                        room.type() != NodeType.OFF_SWITCH
                            && room.node().getRackName().equals(rack));
    if (most == NodeType.NODE_LOCAL
        && isOnRack
        && asks.getOutstandingAsksCount(host)
            > count(
                room ->
                    room.type() == NodeType.NODE_LOCAL && room.node().getNodeName().equals(host))) {
      return NodeType.NODE_LOCAL;
    }
    if (isOnRack && asks.canDelayTo(rack)) {
      return NodeType.RACK_LOCAL;
    }
    return asks.canDelayTo(ResourceRequest.ANY) ? NodeType.OFF_SWITCH : null;
  }

  private long count(Predicate<GangRoom> condition) {
    return before.stream().filter(condition).count();
  }
}
