// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.floor;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * The floor: YARN's own container life cycle with one queue's metrics and a random pick among the
 * attempts whose tasks fit. What any scheduler must do, and nothing else; it is not fair.
 *
 * <p>Every attempt asks for containers of one size at one priority, anywhere.
 */
public final class FloorScheduler extends AbstractYarnScheduler<FloorAttempt, FiCaSchedulerNode> {
  private final ResourceCalculator calculator = new DominantResourceCalculator();
  private final PendingAttempts pending = new PendingAttempts();

  // Set when the service is initialized, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private FloorQueue queue;

  public FloorScheduler() {
    super(FloorScheduler.class.getName());
  }

  @Override
  public void serviceInit(Configuration conf) throws Exception {
    applications = new ConcurrentHashMap<>();
    minimumAllocation = getMinimumAllocation();
    initMaximumResourceCapability(getMaximumAllocation());
    queue = new FloorQueue(conf);
    super.serviceInit(conf);
  }

  @Override
  public void setRMContext(RMContext context) {
    rmContext = context;
  }

  @Override
  public void handle(SchedulerEvent event) {
    writeLock.lock();
    try {
      switch (event.getType()) {
        case NODE_ADDED ->
            nodeTracker.addNode(
                new FiCaSchedulerNode(((NodeAddedSchedulerEvent) event).getAddedRMNode(), false));
        case NODE_UPDATE -> nodeUpdate(((NodeUpdateSchedulerEvent) event).getRMNode());
        case APP_ADDED -> add((AppAddedSchedulerEvent) event);
        case APP_ATTEMPT_ADDED ->
            add(((AppAttemptAddedSchedulerEvent) event).getApplicationAttemptId());
        case NODE_RESOURCE_UPDATE -> {
          NodeResourceUpdateSchedulerEvent update = (NodeResourceUpdateSchedulerEvent) event;
          updateNodeResource(update.getRMNode(), update.getResourceOption());
        }
        case NODE_LABELS_UPDATE -> {
          // Any task may run on any node.
        }
        default -> throw new UnsupportedOperationException(event.toString());
      }
    } finally {
      writeLock.unlock();
    }
  }

  private void add(AppAddedSchedulerEvent event) {
    applications.put(
        event.getApplicationId(),
        new SchedulerApplication<>(queue, event.getUser(), event.isUnmanagedAM()));
    queue.getMetrics().submitApp(event.getUser(), event.isUnmanagedAM());
    send(new RMAppEvent(event.getApplicationId(), RMAppEventType.APP_ACCEPTED));
  }

  private void add(ApplicationAttemptId id) {
    SchedulerApplication<FloorAttempt> application =
        Objects.requireNonNull(applications.get(id.getApplicationId()));
    application.setCurrentAppAttempt(new FloorAttempt(id, application.getUser(), queue, rmContext));
    queue.getMetrics().submitAppAttempt(application.getUser(), application.isUnmanagedAM());
    send(new RMAppAttemptEvent(id, RMAppAttemptEventType.ATTEMPT_ADDED));
  }

  @SuppressWarnings("unchecked")
  private void send(Event<?> event) {
    rmContext.getDispatcher().getEventHandler().handle(event);
  }

  @Override
  protected void nodeUpdate(RMNode rmNode) {
    super.nodeUpdate(rmNode);
    FiCaSchedulerNode node = nodeTracker.getNode(rmNode.getNodeID());
    for (Resource size = anySize(node); size != null; size = anySize(node)) {
      FloorAttempt attempt = pending.any(size);
      SchedulerRequestKey key = attempt.getSchedulerKeys().iterator().next();
      node.allocateContainer(attempt.allocate(node, key, size));
      if (attempt.getOutstandingAsksCount(key) <= 0) {
        pending.remove(attempt, size);
      }
    }
    queue
        .getMetrics()
        .setAvailableResourcesToQueue(
            Resources.subtract(getClusterResource(), queue.getMetrics().getAllocatedResources()));
  }

  private @Nullable Resource anySize(FiCaSchedulerNode node) {
    return pending.anySize(node.getUnallocatedResource());
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId id,
      List<ResourceRequest> ask,
      @Nullable List<SchedulingRequest> schedulingRequests,
      List<ContainerId> release,
      @Nullable List<String> blacklistAdditions,
      @Nullable List<String> blacklistRemovals,
      ContainerUpdates updates) {
    FloorAttempt attempt = getApplicationAttempt(id);
    normalizeResourceRequests(ask);
    releaseContainers(release, attempt);
    writeLock.lock();
    try {
      boolean wasPending = !attempt.getSchedulerKeys().isEmpty();
      attempt.updateResourceRequests(ask);
      boolean isPending = !attempt.getSchedulerKeys().isEmpty();
      if (isPending && !wasPending) {
        pending.add(attempt, ask.get(0).getCapability());
      } else if (wasPending && !isPending) {
        pending.remove(attempt, ask.get(0).getCapability());
      }
      return new Allocation(
          attempt.pullNewlyAllocatedContainers(),
          attempt.getHeadroom(),
          null,
          null,
          null,
          attempt.pullUpdatedNMTokens());
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  protected void completedContainerInternal(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    FiCaSchedulerNode node = nodeTracker.getNode(container.getContainer().getNodeId());
    getCurrentAttemptForContainer(container.getContainerId())
        .complete(container, status, event, node);
    node.releaseContainer(container.getContainerId(), false);
  }

  @Override
  public void killContainer(RMContainer container) {
    completedContainer(
        container,
        SchedulerUtils.createKilledContainerStatus(container.getContainerId(), "killed"),
        RMContainerEventType.KILL);
  }

  @Override
  public QueueInfo getQueueInfo(String name, boolean includeChildQueues, boolean recursive) {
    return queue.getQueueInfo(includeChildQueues, recursive);
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo() {
    return List.of();
  }

  @Override
  public ResourceCalculator getResourceCalculator() {
    return calculator;
  }

  @Override
  public int getNumClusterNodes() {
    return nodeTracker.nodeCount();
  }

  @Override
  public QueueMetrics getRootQueueMetrics() {
    return queue.getMetrics();
  }

  @Override
  public boolean checkAccess(UserGroupInformation user, QueueACL acl, String queueName) {
    return true;
  }

  @Override
  public List<ApplicationAttemptId> getAppsInQueue(String queueName) {
    return List.of();
  }

  @Override
  public void recover(RMState state) {}
}
