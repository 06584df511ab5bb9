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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger.AuditConstants;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerFinishedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAppUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt of an application: what it asks for, and what becomes of the containers it holds. */
public final class AppAttempt extends ReservingAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(AppAttempt.class);

  private volatile boolean knowsHeadroom;

  /** Most attempts never do, and are asked for each node that they might be served on. */
  private volatile boolean hasRefusedPlaces;

  private final AtomicBoolean demandChanged = new AtomicBoolean();

  /** What is pending, if it has been read since it last changed, else null. */
  private volatile @Nullable List<Ask> pending;

  /** Once the master has its container, there is no need to ask again. */
  private volatile boolean hasMaster;

  private final Set<ContainerId> toBePreempted = ConcurrentHashMap.newKeySet();

  private final Application application;

  AppAttempt(ApplicationAttemptId id, Application application, RMContext rmContext) {
    super(id, application.getUser(), application.queue(), rmContext);
    this.application = application;
  }

  Application application() {
    return application;
  }

  @Override
  public void updateBlacklist(@Nullable List<String> additions, @Nullable List<String> removals) {
    if (additions != null && !additions.isEmpty()) {
      hasRefusedPlaces = true;
    }
    if (hasRefusedPlaces) {
      super.updateBlacklist(additions, removals);
    }
  }

  @Override
  public void transferStateFromPreviousAttempt(SchedulerApplicationAttempt previous) {
    hasRefusedPlaces = ((AppAttempt) previous).hasRefusedPlaces;
    super.transferStateFromPreviousAttempt(previous);
  }

  /** Returns whether any place may be on a blacklist of the attempt. */
  boolean hasRefusedPlaces() {
    return hasRefusedPlaces;
  }

  /** Returns whether a node, or its rack, is on the attempt's blacklist. */
  boolean refuses(ClusterNode node) {
    return hasRefusedPlaces && SchedulerAppUtils.isPlaceBlacklisted(this, node, LOG);
  }

  /** Returns whether the scheduler still knows the application, and no later attempt of it. */
  boolean isCurrent() {
    return application.hasLeaf() && equals(application.getCurrentAppAttempt());
  }

  /** Returns whether what is pending is the container of the attempt's master. */
  boolean waitsForMaster() {
    if (!hasMaster) {
      hasMaster = !isWaitingForAMContainer();
    }
    return !hasMaster;
  }

  /**
   * Returns what the master's container takes if it was placed under another ResourceManager, else
   * null.
   */
  @Nullable Resource recoveredMaster() {
    RMApp app = rmContext.getRMApps().get(getApplicationId());
    RMAppAttempt known = app == null ? null : app.getRMAppAttempt(getApplicationAttemptId());
    Container master = known == null ? null : known.getMasterContainer();
    return master == null || application.isUnmanagedAM() ? null : master.getResource();
  }

  LeafQueue queue() {
    return (LeafQueue) queue;
  }

  /** Attaches the attempt to the queue object that replaces its own after a refresh. */
  void rebind(LeafQueue replacement) {
    queue = replacement;
    appSchedulingInfo.setQueue(replacement);
  }

  /** Returns whether it has been worked out what the attempt may still be given. */
  boolean knowsHeadroom() {
    return knowsHeadroom;
  }

  @Override
  public void setHeadroom(Resource most) {
    super.setHeadroom(most);
    knowsHeadroom = true;
  }

  /** Notes that what is pending may have changed; returns true if that was not noted yet. */
  boolean markDemandChanged() {
    return demandChanged.compareAndSet(false, true);
  }

  /** Forgets the note; a change after this call is noted anew. */
  void clearDemandChanged() {
    demandChanged.set(false);
  }

  /**
   * Returns whether the share tree knows what is pending, or it is noted that it does not. Of an
   * attempt that waits for its master it knows nothing.
   */
  boolean isDemandKnown(ResourceVectors vectors) {
    writeLock.lock();
    try {
      List<Ask> known = queue().masters().isWaiting(this) ? List.of() : readPending(vectors);
      return demandChanged.get() || Ask.areEqual(application.asks(), known);
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns what is pending now, by priority and allocation id; nothing once stopped. */
  List<Ask> pending(ResourceVectors vectors) {
    List<Ask> known = pending;
    return known == null || isStopped() ? readPending(vectors) : known;
  }

  /** Reads what is pending for the next who asks. Under the attempt's write lock. */
  void rememberPending(ResourceVectors vectors) {
    pending = readPending(vectors);
  }

  /** Has what is pending read anew. Whoever changes it under the attempt's lock, says so after. */
  void forgetPending() {
    pending = null;
  }

  private List<Ask> readPending(ResourceVectors vectors) {
    if (isStopped()) {
      return List.of();
    }
    List<Ask> asks = new ArrayList<>();
    for (SchedulerRequestKey key : getSchedulerKeys()) {
      AppPlacementAllocator<ClusterNode> request = getAppPlacementAllocator(key);
      Ask ask = request == null ? null : Ask.of(key, request, vectors);
      if (ask != null) {
        asks.add(ask);
      }
    }
    return List.copyOf(asks);
  }

  @Override
  List<Ask> asks() {
    return isCurrent() ? application.asks() : List.of();
  }

  /**
   * Gives the attempt one container.
   *
   * @param ask what the caller checked to fit; the application master may have changed its mind
   *     since
   * @return the container, or null if the attempt no longer wants one like that
   */
  @Nullable RMContainer allocate(NodeType type, ClusterNode node, Ask ask) {
    SchedulerRequestKey key = ask.key();
    Resource capability = ask.capability();
    writeLock.lock();
    try {
      if (isStopped() || !isPending(ask, type, node)) {
        return null;
      }
      RMContainerImpl rmContainer = newContainer(node, key, capability, ask.partition());
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

  /**
   * What the share tree was told is true under both locks, unless it is noted to be out of date.
   */
  private boolean isPending(Ask ask, NodeType type, ClusterNode node) {
    if (!demandChanged.get()) {
      return true;
    }
    AppPlacementAllocator<ClusterNode> request = getAppPlacementAllocator(ask.key());
    return request != null && request.canAllocate(type, node) && ask.agreesWith(request);
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

  /** Asks for a container no longer. */
  void unmarkForPreemption(ContainerId container) {
    toBePreempted.remove(container);
  }

  /** Returns the containers that the application master is asked to give back. */
  Set<ContainerId> containersToBePreempted() {
    return new HashSet<>(toBePreempted);
  }
}
