// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.floor;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger.AuditConstants;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerFinishedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;

/** An attempt under {@link FloorScheduler}: YARN's books of a container and nothing else. */
final class FloorAttempt extends SchedulerApplicationAttempt {

  FloorAttempt(ApplicationAttemptId id, String user, Queue queue, RMContext rmContext) {
    super(id, user, queue, queue.getAbstractUsersManager(), rmContext);
  }

  /** Starts one container. */
  RMContainer allocate(SchedulerNode node, SchedulerRequestKey key, Resource capability) {
    writeLock.lock();
    try {
      Container container =
          BuilderUtils.newContainer(
              BuilderUtils.newContainerId(getApplicationAttemptId(), getNewContainerId()),
              node.getNodeID(),
              node.getHttpAddress(),
              capability,
              key.getPriority(),
              null,
              key.getAllocationRequestId());
      ContainerId id = container.getId();
      RMContainerImpl rmContainer =
          new RMContainerImpl(
              container,
              key,
              getApplicationAttemptId(),
              node.getNodeID(),
              getUser(),
              rmContext,
              node.getPartition());
      rmContainer.setQueueName(getQueueName());
      rmContainer.setContainerRequest(
          appSchedulingInfo.allocate(NodeType.OFF_SWITCH, node, key, rmContainer));
      addToNewlyAllocatedContainers(node, rmContainer);
      liveContainers.put(id, rmContainer);
      attemptResourceUsage.incUsed(node.getPartition(), capability);
      rmContainer.handle(new RMContainerEvent(id, RMContainerEventType.START));
      audit(AuditConstants.ALLOC_CONTAINER, container);
      return rmContainer;
    } finally {
      writeLock.unlock();
    }
  }

  /** Takes a container back. */
  void complete(
      RMContainer rmContainer,
      ContainerStatus status,
      RMContainerEventType event,
      SchedulerNode node) {
    writeLock.lock();
    try {
      Container container = rmContainer.getContainer();
      liveContainers.remove(container.getId());
      newlyAllocatedContainers.remove(rmContainer);
      rmContainer.handle(new RMContainerFinishedEvent(container.getId(), status, event));
      audit(AuditConstants.RELEASE_CONTAINER, container);
      queue
          .getMetrics()
          .releaseResources(node.getPartition(), getUser(), 1, container.getResource());
      attemptResourceUsage.decUsed(node.getPartition(), container.getResource());
    } finally {
      writeLock.unlock();
    }
  }

  private void audit(String operation, Container container) {
    RMAuditLogger.logSuccess(
        getUser(),
        operation,
        "SchedulerApp",
        getApplicationId(),
        container.getId(),
        container.getResource(),
        getQueueName(),
        null);
  }
}
