// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * Where a request may be served: on its node, its rack or anywhere, with delay scheduling.
 *
 * <p>A request that names places waits for them: every offer that its application declines because
 * of the place is a missed opportunity, and after enough of them the next wider place is accepted.
 * The thresholds are those of CapacityScheduler, by the same keys ({@link SchedulerSettings}),
 * capped by the number of nodes: an application that has seen every node once need not wait longer.
 */
public final class LocalityRules {
  private final SchedulerSettings settings;
  private final Set<Refusal> refused = new HashSet<>();
  private int missedAtOnce = 1;

  /** Whether the offer is one of idle resources of labelled nodes, to requests without a label. */
  private boolean isOfIdle;

  /** A request that declined the offer of the moment. */
  private record Refusal(ApplicationAttemptId attempt, SchedulerRequestKey key) {}

  public LocalityRules(SchedulerSettings settings) {
    this.settings = settings;
  }

  /** Begins a new offer: a request that declines it misses one opportunity, however often asked. */
  public void open() {
    open(1);
  }

  /**
   * Begins an offer that stands for several, as one of all nodes does for those of the nodes that
   * have reported since the last one.
   *
   * @param opportunities how many a request misses that declines
   */
  public void open(int opportunities) {
    refused.clear();
    missedAtOnce = opportunities;
    isOfIdle = false;
  }

  /** Goes on with what is idle on nodes with a label: it is for requests without one. */
  public void openIdle() {
    isOfIdle = true;
  }

  /**
   * Returns how local a container for this request would be on the node, or null if the request
   * must not (yet) be served there. A refusal for the sake of locality is counted as a missed
   * opportunity. Does not check that the request is still pending: {@link AppAttempt#allocate}
   * does.
   *
   * @param clusterNodes number of registered nodes
   */
  public @Nullable NodeType placement(
      AppAttempt attempt, Ask ask, ClusterNode node, int clusterNodes) {
    String partition = isOfIdle ? RMNodeLabelsManager.NO_LABEL : node.getPartition();
    if (ask.isForAnywhere()) {
      return ask.partition().equals(partition) ? NodeType.OFF_SWITCH : null;
    }
    SchedulerRequestKey key = ask.key();
    AppPlacementAllocator<SchedulerNode> request = attempt.getAppPlacementAllocator(key);
    if (ask.isConstrained()) {
      return request != null
              && NodeLocality.isSatisfied(attempt.constraints(), request, node, partition)
          ? NodeType.OFF_SWITCH
          : null;
    }
    if (request == null || !NodeLocality.isWanted(request, node, partition(ask, partition))) {
      return null;
    }
    if (request.canAllocate(NodeType.NODE_LOCAL, node)) {
      return isOwnNode(attempt, key.getContainerToUpdate(), node) ? NodeType.NODE_LOCAL : null;
    }
    if (key.getContainerToUpdate() != null) {
      // Such a request names the host; a node's name may carry the port too.
      return isOwnNode(attempt, key.getContainerToUpdate(), node) ? NodeType.OFF_SWITCH : null;
    }
    if (isRefused(attempt, key)) {
      return null;
    }
    int missed = attempt.getSchedulingOpportunities(key);
    if (request.canAllocate(NodeType.RACK_LOCAL, node)
        && request.canDelayTo(node.getRackName())
        && missed >= rackDelay(clusterNodes)) {
      return NodeType.RACK_LOCAL;
    }
    if (request.canDelayTo(ResourceRequest.ANY) && missed >= anyDelay(request, clusterNodes)) {
      return NodeType.OFF_SWITCH;
    }
    refused.add(new Refusal(attempt.getApplicationAttemptId(), key));
    for (int i = 0; i < missedAtOnce; i++) {
      attempt.addSchedulingOpportunity(key);
    }
    return null;
  }

  /** Returns whether a request has declined the offer for the sake of locality. */
  public boolean isRefused(AppAttempt attempt, SchedulerRequestKey key) {
    return !refused.isEmpty()
        && refused.contains(new Refusal(attempt.getApplicationAttemptId(), key));
  }

  /** A container grows where it runs, whatever label the node has or gets. */
  private static String partition(Ask ask, String partition) {
    return ask.key().getContainerToUpdate() == null ? partition : ask.partition();
  }

  private int rackDelay(int clusterNodes) {
    return Math.min(clusterNodes, Math.max(0, settings.nodeLocalityDelay()));
  }

  private double anyDelay(AppPlacementAllocator<SchedulerNode> request, int clusterNodes) {
    int places = request.getUniqueLocationAsks() - 1;
    if (places <= 0 || settings.nodeLocalityDelay() < 0) {
      return 0;
    }
    if (settings.rackLocalityAdditionalDelay() >= 0) {
      int delay = settings.nodeLocalityDelay() + settings.rackLocalityAdditionalDelay();
      return Math.min(clusterNodes, delay);
    }
    double containers = request.getOutstandingAsksCount(ResourceRequest.ANY);
    return Math.min(clusterNodes, containers * Math.min(1.0, (double) places / clusterNodes));
  }

  /** A container grows where it runs: hosts may have several NodeManagers. */
  private static boolean isOwnNode(
      AppAttempt attempt, @Nullable ContainerId toUpdate, ClusterNode node) {
    if (toUpdate == null) {
      return true;
    }
    RMContainer container = attempt.getRMContainer(toUpdate);
    return container != null && container.getAllocatedNode().equals(node.getNodeID());
  }
}
