/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.Demand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger.AuditConstants;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerFinishedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** One attempt of an application: what it asks for and the containers it holds. */
public final class AppAttempt extends ResizingAttempt {
  /** Whether other nodes are refused than when reservations were last looked at. */
  private volatile boolean refusesOtherNodes;

  /** Whether some request was for certain places only. */
  private volatile boolean isStrict;

  private final AtomicBoolean demandChanged = new AtomicBoolean();
  private final Set<ContainerId> toBePreempted = ConcurrentHashMap.newKeySet();

  AppAttempt(ApplicationAttemptId id, String user, LeafQueue queue, RMContext rmContext) {
    super(id, user, queue, rmContext);
  }

  LeafQueue queue() {
    return (LeafQueue) queue;
  }

  /** Attaches the attempt to the queue object that replaces its own after a refresh. */
  void rebind(LeafQueue replacement) {
    queue = replacement;
    appSchedulingInfo.setQueue(replacement);
  }

  /** Notes that what is pending may have changed; returns true if that was not noted yet. */
  boolean markDemandChanged() {
    return demandChanged.compareAndSet(false, true);
  }

  /** Forgets the note; a change after this call is noted anew. */
  void clearDemandChanged() {
    demandChanged.set(false);
  }

  /** Returns what is pending now, over all priorities and allocation ids; nothing once stopped. */
  Demand demand(ResourceVectors vectors) {
    if (isStopped()) {
      return Demand.NOTHING;
    }
    Demand.Builder demand = new Demand.Builder();
    for (SchedulerRequestKey key : getSchedulerKeys()) {
      PendingAsk ask = getPendingAsk(key, ResourceRequest.ANY);
      if (ask.getCount() > 0) {
        demand.add(vectors.of(ask.getPerAllocationResource()), ask.getCount());
      }
    }
    return demand.build();
  }

  /** Returns what is pending by partition, but for what would increase running containers. */
  List<PendingTasks.Shape> pendingShapes(ResourceVectors vectors) {
    List<PendingTasks.Shape> shapes = new ArrayList<>();
    for (SchedulerRequestKey key : getSchedulerKeys()) {
      AppPlacementAllocator<ClusterNode> placement = getAppPlacementAllocator(key);
      if (!isStopped() && placement != null && key.getContainerToUpdate() == null) {
        PendingAsk ask = placement.getPendingAsk(ResourceRequest.ANY);
        if (ask.getCount() > 0) {
          shapes.add(
              PendingTasks.Shape.of(
                  placement.getPrimaryRequestedNodePartition(),
                  vectors.of(ask.getPerAllocationResource())));
        }
      }
    }
    return shapes;
  }

  /**
   * Gives the attempt one container.
   *
   * @param capability what the caller checked to fit; the application master may have changed its
   *     mind since
   * @return the container, or null if the attempt no longer wants one like that
   */
  @Nullable RMContainer allocate(
      NodeType type, ClusterNode node, SchedulerRequestKey key, Resource capability) {
    writeLock.lock();
    try {
      AppPlacementAllocator<ClusterNode> placement = getAppPlacementAllocator(key);
      if (isStopped()
          || placement == null
          || !placement.canAllocate(type, node)
          || !placement
              .getPendingAsk(ResourceRequest.ANY)
              .getPerAllocationResource()
              .equals(capability)) {
        return null;
      }
      RMContainerImpl rmContainer =
          newContainer(node, key, capability, placement.getPrimaryRequestedNodePartition());
      ContainerId id = rmContainer.getContainerId();
      rmContainer.setContainerRequest(appSchedulingInfo.allocate(type, node, key, rmContainer));
      addToNewlyAllocatedContainers(node, rmContainer);
      liveContainers.put(id, rmContainer);
      attemptResourceUsage.incUsed(node.getPartition(), capability);
      rmContainer.handle(new RMContainerEvent(id, RMContainerEventType.START));
      if (type != NodeType.OFF_SWITCH) {
        // Having waited for all its places once, a request does not wait again for each container.
        resetSchedulingOpportunities(key);
      }
      RMAuditLogger.logSuccess(
          getUser(),
          AuditConstants.ALLOC_CONTAINER,
          "SchedulerApp",
          getApplicationId(),
          id,
          capability,
          getQueueName(),
          null);
      return rmContainer;
    } finally {
      writeLock.unlock();
    }
  }

  private RMContainerImpl newContainer(
      ClusterNode node, SchedulerRequestKey key, Resource capability, String partition) {
    Container container =
        BuilderUtils.newContainer(
            BuilderUtils.newContainerId(getApplicationAttemptId(), getNewContainerId()),
            node.getNodeID(),
            node.getHttpAddress(),
            Resources.clone(capability),
            key.getPriority(),
            null,
            key.getAllocationRequestId());
    RMContainerImpl rmContainer =
        new RMContainerImpl(
            container,
            key,
            getApplicationAttemptId(),
            node.getNodeID(),
            getUser(),
            rmContext,
            partition);
    rmContainer.setQueueName(getQueueName());
    return rmContainer;
  }

  /**
   * Makes a node wait for room for one container of a request.
   *
   * @param capability what the caller checked that the node could hold
   * @return a container that will never run, in state RESERVED; null if the attempt does not want
   *     one more like that
   */
  @Nullable RMContainer reserve(ClusterNode node, SchedulerRequestKey key, Resource capability) {
    writeLock.lock();
    try {
      AppPlacementAllocator<ClusterNode> placement = getAppPlacementAllocator(key);
      if (isStopped() || placement == null || !wantsMoreThanReserved(key, capability, 1)) {
        return null;
      }
      RMContainerImpl rmContainer =
          newContainer(node, key, capability, placement.getPrimaryRequestedNodePartition());
      reserve(node, key, rmContainer, rmContainer.getContainer());
      queue
          .getMetrics()
          .reserveResource(rmContainer.getNodeLabelExpression(), getUser(), capability);
      return rmContainer;
    } finally {
      writeLock.unlock();
    }
  }

  /** Lets a reservation go. */
  void unreserve(Reservation dropped) {
    writeLock.lock();
    try {
      Map<NodeId, RMContainer> onNodes = reservedContainers.get(dropped.key());
      if (onNodes == null || onNodes.remove(dropped.node().getNodeID()) == null) {
        throw new IllegalStateException(dropped + " is not known to " + getApplicationAttemptId());
      }
      if (onNodes.isEmpty()) {
        // YARN reports the number of keys as that of reserved containers.
        reservedContainers.remove(dropped.key());
      }
      attemptResourceUsage.decReserved(dropped.node().getPartition(), dropped.resource());
      queue
          .getMetrics()
          .unreserveResource(
              dropped.container().getNodeLabelExpression(), getUser(), dropped.resource());
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns what nodes are reserved for, in all partitions together. */
  Resource reserved() {
    return Resources.clone(attemptResourceUsage.getAllReserved());
  }

  /** Returns whether a reservation is for what the attempt still wants, and not one too many. */
  boolean wants(Reservation reservation) {
    return !isStopped() && wantsMoreThanReserved(reservation.key(), reservation.resource(), 0);
  }

  /**
   * Returns whether reservations must be looked at one by one to see which the attempt still wants.
   * Else it wants as many containers as nodes are reserved, of that size and in that partition, and
   * would take them anywhere but on nodes that it refused before.
   */
  boolean mayWantFewerReservations() {
    boolean refuses = refusesOtherNodes;
    refusesOtherNodes = false;
    readLock.lock();
    try {
      return refuses || isStrict || !wantsAllReserved();
    } finally {
      readLock.unlock();
    }
  }

  /** All reservations for a request are alike: when it changes they are dropped. */
  private boolean wantsAllReserved() {
    for (Map.Entry<SchedulerRequestKey, Map<NodeId, RMContainer>> entry :
        reservedContainers.entrySet()) {
      RMContainer reserved = entry.getValue().values().iterator().next();
      AppPlacementAllocator<ClusterNode> placement = getAppPlacementAllocator(entry.getKey());
      if (placement == null
          || !placement.getPrimaryRequestedNodePartition().equals(reserved.getNodeLabelExpression())
          || !wantsMoreThanReserved(entry.getKey(), reserved.getContainer().getResource(), 0)) {
        return false;
      }
    }
    return true;
  }

  /** Takes note of what a call of the application master says about places. */
  void notePlaces(List<ResourceRequest> ask, boolean refuses) {
    refusesOtherNodes |= refuses;
    for (ResourceRequest request : ask) {
      isStrict |= !request.getRelaxLocality();
    }
  }

  private boolean wantsMoreThanReserved(SchedulerRequestKey key, Resource capability, int more) {
    PendingAsk ask = getPendingAsk(key, ResourceRequest.ANY);
    return ask.getCount() >= getNumReservedContainers(key) + more
        && ask.getCount() > 0
        && ask.getPerAllocationResource().equals(capability);
  }

  /**
   * Returns whether a container is the one that the attempt holds under its id: not a stand-in, and
   * not what was held before its node registered anew and reported it.
   */
  boolean holds(RMContainer container) {
    return liveContainers.get(container.getContainerId()) == container;
  }

  /**
   * Takes a container back that finished, was killed, released or expired.
   *
   * @param node the container's node, null if that is gone
   * @return false if the attempt did not hold the container (any more)
   */
  boolean complete(
      RMContainer rmContainer,
      ContainerStatus status,
      RMContainerEventType event,
      @Nullable ClusterNode node) {
    writeLock.lock();
    try {
      Container container = rmContainer.getContainer();
      RMContainer decreased = removeStandIn(container.getId());
      if (decreased == null && !holds(rmContainer)) {
        return false;
      }
      liveContainers.remove(container.getId());
      newlyAllocatedContainers.remove(rmContainer);
      callOffResizes(rmContainer);
      rmContainer.handle(new RMContainerFinishedEvent(container.getId(), status, event));
      toBePreempted.remove(container.getId());
      if (SchedulerUtils.PREEMPTED_CONTAINER.equals(status.getDiagnostics())) {
        queue.getMetrics().preemptContainer();
      }
      String partition = (decreased == null ? rmContainer : decreased).getNodeLabelExpression();
      if (decreased != null) {
        // Never counted as allocated, but about to be counted as released.
        queue.getMetrics().allocateResources(partition, getUser(), 1, Resources.none(), false);
      }
      countRelease(container, partition);
      attemptResourceUsage.decUsed(
          node == null ? RMNodeLabelsManager.NO_LABEL : node.getPartition(),
          container.getResource());
      lastMemoryAggregateAllocationUpdateTime = -1;
      return true;
    } finally {
      writeLock.unlock();
    }
  }

  private void countRelease(Container container, String partition) {
    RMAuditLogger.logSuccess(
        getUser(),
        AuditConstants.RELEASE_CONTAINER,
        "SchedulerApp",
        getApplicationId(),
        container.getId(),
        container.getResource(),
        getQueueName(),
        null);
    queue.getMetrics().releaseResources(partition, getUser(), 1, container.getResource());
  }

  /** Asks the application master, at its next call, to give a container back. */
  void markForPreemption(ContainerId container) {
    toBePreempted.add(container);
  }

  /** Returns the containers that the application master is asked to give back. */
  Set<ContainerId> containersToBePreempted() {
    return new HashSet<>(toBePreempted);
  }
}
