// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AttemptConstraints;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/** How local a container of a request can be on a node, whatever it has waited for so far. */
public final class NodeLocality {
  private NodeLocality() {}

  /** Returns how local a container for a request could be on a node at most. */
  public static NodeType mostLocal(
      SchedulerApplicationAttempt attempt, Ask ask, SchedulerNode node) {
    AppPlacementAllocator<SchedulerNode> request =
        ask.isForAnywhere() || ask.isConstrained()
            ? null
            : attempt.getAppPlacementAllocator(ask.key());
    if (request == null) {
      return NodeType.OFF_SWITCH;
    }
    if (request.canAllocate(NodeType.NODE_LOCAL, node)) {
      return NodeType.NODE_LOCAL;
    }
    return request.canAllocate(NodeType.RACK_LOCAL, node)
        ? NodeType.RACK_LOCAL
        : NodeType.OFF_SWITCH;
  }

  /**
   * Returns whether a request may be served on a node, now or after its delays. One with
   * constraints: whether the node satisfies them now.
   */
  public static boolean mayEverPlace(
      SchedulerApplicationAttempt attempt,
      AttemptConstraints constraints,
      SchedulerRequestKey key,
      SchedulerNode node) {
    AppPlacementAllocator<SchedulerNode> request = attempt.getAppPlacementAllocator(key);
    if (request != null && request.getSchedulingRequest() != null) {
      return isSatisfied(constraints, request, node, node.getPartition());
    }
    return request != null
        && isWanted(request, node, node.getPartition())
        && (request.canAllocate(NodeType.NODE_LOCAL, node)
            || request.canDelayTo(ResourceRequest.ANY)
            || (request.canAllocate(NodeType.RACK_LOCAL, node)
                && request.canDelayTo(node.getRackName())));
  }

  /** Returns whether a node of a partition satisfies the constraints of a request now. */
  static boolean isSatisfied(
      AttemptConstraints constraints,
      AppPlacementAllocator<SchedulerNode> request,
      SchedulerNode node,
      String partition) {
    return request.getPrimaryRequestedNodePartition().equals(partition)
        && constraints.isSatisfied(request, node);
  }

  /** Returns whether a request is for a partition, and still pending anywhere. */
  static boolean isWanted(
      AppPlacementAllocator<SchedulerNode> request, SchedulerNode node, String partition) {
    return request.getPrimaryRequestedNodePartition().equals(partition)
        && request.canAllocate(NodeType.OFF_SWITCH, node);
  }
}
