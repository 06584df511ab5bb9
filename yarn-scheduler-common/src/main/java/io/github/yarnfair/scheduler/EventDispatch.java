// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.service.ApplicationService;
import io.github.yarnfair.scheduler.service.ContainerService;
import io.github.yarnfair.scheduler.service.NodeService;
import io.github.yarnfair.scheduler.service.Services;
import io.github.yarnfair.scheduler.service.YarnOperations;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAttributesUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeLabelsUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ReleaseContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leads each event to the service that handles it. Under the scheduler's write lock. */
final class EventDispatch {
  private static final Logger LOG = LoggerFactory.getLogger(EventDispatch.class);

  private final Services services;
  private final YarnOperations yarn;
  private final Set<SchedulerEventType> ignored = EnumSet.noneOf(SchedulerEventType.class);

  EventDispatch(Services services, YarnOperations yarn) {
    this.services = services;
    this.yarn = yarn;
  }

  void dispatch(SchedulerEvent event) {
    switch (event.getType()) {
      case NODE_ADDED,
          NODE_REMOVED,
          NODE_UPDATE,
          NODE_RESOURCE_UPDATE,
          NODE_LABELS_UPDATE,
          NODE_ATTRIBUTES_UPDATE ->
          dispatchOfNode(event);
      case APP_ADDED, APP_REMOVED, APP_ATTEMPT_ADDED, APP_ATTEMPT_REMOVED ->
          dispatchOfApplication(event);
      default -> dispatchOfContainer(event);
    }
  }

  private void dispatchOfNode(SchedulerEvent event) {
    NodeService nodes = services.nodes();
    switch (event.getType()) {
      case NODE_ADDED -> {
        NodeAddedSchedulerEvent added = (NodeAddedSchedulerEvent) event;
        nodes.added(added.getAddedRMNode(), added.getContainerReports(), yarn::recover);
      }
      case NODE_REMOVED -> nodes.removed(((NodeRemovedSchedulerEvent) event).getRemovedRMNode());
      case NODE_UPDATE -> yarn.report(((NodeUpdateSchedulerEvent) event).getRMNode());
      case NODE_RESOURCE_UPDATE -> {
        NodeResourceUpdateSchedulerEvent resized = (NodeResourceUpdateSchedulerEvent) event;
        yarn.resize(resized.getRMNode(), resized.getResourceOption());
      }
      case NODE_LABELS_UPDATE ->
          nodes.labelsUpdated(((NodeLabelsUpdateSchedulerEvent) event).getUpdatedNodeToLabels());
      case NODE_ATTRIBUTES_UPDATE ->
          nodes.attributesUpdated(
              ((NodeAttributesUpdateSchedulerEvent) event).getUpdatedNodeToAttributes());
      default -> throw new IllegalArgumentException("no event of a node: " + event);
    }
  }

  private void dispatchOfApplication(SchedulerEvent event) {
    ApplicationService applications = services.applications();
    switch (event.getType()) {
      case APP_ADDED -> applications.added((AppAddedSchedulerEvent) event);
      case APP_REMOVED -> applications.removed((AppRemovedSchedulerEvent) event);
      case APP_ATTEMPT_ADDED -> applications.attemptAdded((AppAttemptAddedSchedulerEvent) event);
      case APP_ATTEMPT_REMOVED ->
          applications.attemptRemoved((AppAttemptRemovedSchedulerEvent) event);
      default -> throw new IllegalArgumentException("no event of an application: " + event);
    }
  }

  private void dispatchOfContainer(SchedulerEvent event) {
    ContainerService containers = services.containers();
    switch (event.getType()) {
      case CONTAINER_EXPIRED -> containers.expired((ContainerExpiredSchedulerEvent) event);
      case RELEASE_CONTAINER -> containers.release(((ReleaseContainerEvent) event).getContainer());
      case MARK_CONTAINER_FOR_PREEMPTION ->
          containers.markForPreemption((ContainerPreemptEvent) event);
      case KILL_RESERVED_CONTAINER ->
          services
              .state()
              .reservations()
              .drop(((ContainerPreemptEvent) event).getContainer(), RMContainerEventType.KILL);
      case MARK_CONTAINER_FOR_KILLABLE ->
          containers.preempt(((ContainerPreemptEvent) event).getContainer());
      default -> {
        if (ignored.add(event.getType())) {
          LOG.warn("{} events have no meaning here and are ignored", event.getType());
        }
      }
    }
  }
}
