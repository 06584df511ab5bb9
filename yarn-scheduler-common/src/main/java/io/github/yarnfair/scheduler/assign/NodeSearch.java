// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LocalityRules;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The best node of a partition for a request: of those with room, which the request may use, the
 * one with the least score. A request that names places gets a node there if there is one; else it
 * waits and then takes others, by the rules of {@link LocalityRules}.
 */
final class NodeSearch {
  private static final String RACK_PREFIX = "/";

  private final LocalityRules locality;
  private final Function<String, List<ClusterNode>> nodesByPlace;
  private final ConstraintBudget budget;

  /**
   * @param nodesByPlace returns the nodes of a host or of a rack
   * @param budget counts the nodes with which constraints are compared
   */
  NodeSearch(
      LocalityRules locality,
      Function<String, List<ClusterNode>> nodesByPlace,
      ConstraintBudget budget) {
    this.locality = locality;
    this.nodesByPlace = nodesByPlace;
    this.budget = budget;
  }

  /**
   * Returns the number of the best node for a request, or {@link NodeIndex#NONE}.
   *
   * @param clusterNodes number of registered nodes
   */
  int choose(OfferedPartition nodes, AppAttempt attempt, Ask ask, int clusterNodes) {
    if (ask.isConstrained()) {
      Candidate any = new Candidate(nodes, attempt, ask, clusterNodes);
      return nodes.index().choose(ask.amounts(), number -> any.placement(number) != null);
    }
    if (!ask.isForAnywhere()) {
      return chooseByPlace(nodes, attempt, ask, clusterNodes);
    }
    return attempt.hasRefusedPlaces()
        ? nodes.index().choose(ask.amounts(), number -> !attempt.refuses(nodes.node(number)))
        : nodes.index().choose(ask.amounts());
  }

  private int chooseByPlace(OfferedPartition nodes, AppAttempt attempt, Ask ask, int clusterNodes) {
    AppPlacementAllocator<ClusterNode> request = attempt.getAppPlacementAllocator(ask.key());
    if (request == null) {
      return NodeIndex.NONE;
    }
    Candidate best = new Candidate(nodes, attempt, ask, clusterNodes);
    Set<String> places = request.getResourceRequests().keySet();
    int named =
        places.size() > nodes.index().size()
            ? best.amongNodes(request, places)
            : best.amongPlaces(request, places);
    if (named != NodeIndex.NONE
        || ask.key().getContainerToUpdate() != null
        || !mayGoElsewhere(request, places)) {
      return named;
    }
    int any = nodes.index().choose(ask.amounts());
    if (any == NodeIndex.NONE || best.isWaiting(nodes.node(any))) {
      return NodeIndex.NONE;
    }
    return nodes.index().choose(ask.amounts(), number -> best.placement(number) != null);
  }

  /** Returns whether a request may be served at another place than the hosts that it names. */
  private static boolean mayGoElsewhere(
      AppPlacementAllocator<ClusterNode> request, Set<String> places) {
    if (!request.canDelayTo(ResourceRequest.ANY)) {
      for (String place : places) {
        if (isRack(place) && request.canDelayTo(place)) {
          return true;
        }
      }
      return false;
    }
    return true;
  }

  private static boolean isRack(String place) {
    return place.startsWith(RACK_PREFIX);
  }

  /** The nodes at the places that a request names. */
  private final class Candidate {
    private final OfferedPartition nodes;
    private final AppAttempt attempt;
    private final Ask ask;
    private final int clusterNodes;
    private final IntList accepted = new IntList();

    private Candidate(OfferedPartition nodes, AppAttempt attempt, Ask ask, int clusterNodes) {
      this.nodes = nodes;
      this.attempt = attempt;
      this.ask = ask;
      this.clusterNodes = clusterNodes;
    }

    /**
     * Returns the best node of the hosts that are named, else of the racks. O(P + N) for P places
     * and N nodes there.
     */
    private int amongPlaces(AppPlacementAllocator<ClusterNode> request, Set<String> places) {
      for (String place : places) {
        if (!isRack(place) && !place.equals(ResourceRequest.ANY)) {
          offerAll(place);
        }
      }
      for (String place : isFound() ? Set.<String>of() : places) {
        // The name of the node of an increase may carry the port, and be none of those named.
        if (isRack(place) && (ask.isIncrease() || request.canDelayTo(place))) {
          offerAll(place);
        }
      }
      return nodes.index().chooseAmong(accepted, ask.amounts());
    }

    /** Returns the same, but looks at the nodes that have room, however many places are named. */
    private int amongNodes(AppPlacementAllocator<ClusterNode> request, Set<String> places) {
      int local =
          nodes
              .index()
              .choose(
                  ask.amounts(),
                  number ->
                      request.canAllocate(NodeType.NODE_LOCAL, nodes.node(number))
                          && placement(number) != null);
      return local != NodeIndex.NONE
          ? local
          : nodes
              .index()
              .choose(
                  ask.amounts(),
                  number -> {
                    String rack = nodes.node(number).getRackName();
                    return places.contains(rack)
                        && request.canDelayTo(rack)
                        && placement(number) != null;
                  });
    }

    private void offerAll(String place) {
      nodesByPlace.apply(place).forEach(node -> offer(nodes.number(node)));
    }

    private void offer(int offered) {
      if (offered == NodeIndex.NONE
          || !nodes.index().hasRoom(offered, ask.amounts())
          || placement(offered) == null) {
        return;
      }
      accepted.add(offered);
    }

    private boolean isFound() {
      return accepted.size() > 0;
    }

    private @Nullable NodeType placement(int offered) {
      ClusterNode node = nodes.node(offered);
      budget.count(attempt, ask);
      return attempt.refuses(node) ? null : locality.placement(attempt, ask, node, clusterNodes);
    }

    /** Returns whether the request waits for the places that it names. */
    private boolean isWaiting(ClusterNode elsewhere) {
      return locality.placement(attempt, ask, elsewhere, clusterNodes) == null
          && locality.isRefused(attempt, ask.key());
    }
  }
}
