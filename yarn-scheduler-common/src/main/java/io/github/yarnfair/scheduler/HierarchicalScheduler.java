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

import io.github.yarnfair.scheduler.admission.Admission;
import io.github.yarnfair.scheduler.admission.QueueExpiry;
import io.github.yarnfair.scheduler.audit.SchedulerAudit;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FatalErrors;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
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
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A YARN scheduler for hierarchical multi-resource fairness. A concrete scheduler adds its {@link
 * FairnessPolicy}; queues, accounting, locality, permissions and recovery are the same for all.
 *
 * <p>The queues come from an ordinary {@code capacity-scheduler.xml}. Applications are the leaves
 * of the share tree. Whatever happens to one application, node or event, {@link #handle} never
 * throws, unless the virtual machine fails: YARN ends the ResourceManager when it does.
 *
 * <p>Everything that changes state holds the write lock. What application masters ask for goes
 * through an inbox, so that they do not queue for that lock.
 */
public abstract class HierarchicalScheduler extends ContainerLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(HierarchicalScheduler.class);
  private static final Priority NO_PRIORITY = Priority.newInstance(0);

  private final Set<SchedulerEventType> ignored = EnumSet.noneOf(SchedulerEventType.class);
  private final QueueExpiry expiry = new QueueExpiry();
  private boolean usePortForNodeName;

  protected HierarchicalScheduler(String name) {
    super(name);
  }

  @Override
  public void serviceInit(Configuration configuration) throws Exception {
    usePortForNodeName =
        configuration.getBoolean(
            YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_USE_PORT_FOR_NODE_NAME);
    super.serviceInit(configuration);
  }

  /**
   * Checks the scheduler's books against the containers they stand for.
   *
   * @return one sentence for each difference; empty if all is well
   */
  public final List<String> audit() {
    writeLock.lock();
    try {
      cluster().settle();
      return new SchedulerAudit(queues(), vectors())
          .violations(
              applications.values().stream().map(Application.class::cast).toList(),
              nodeTracker.getAllNodes(),
              reservations(),
              getClusterResource());
    } finally {
      writeLock.unlock();
    }
  }

  // ---------------------------------------------------------------------------------- events

  @Override
  public void handle(SchedulerEvent event) {
    writeLock.lock();
    try {
      dispatch(event);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} could not be handled; scheduling goes on", event.getType(), e);
    } finally {
      writeLock.unlock();
    }
  }

  private void dispatch(SchedulerEvent event) {
    switch (event.getType()) {
      case NODE_ADDED -> nodeAdded((NodeAddedSchedulerEvent) event);
      case NODE_REMOVED -> nodeRemoved(((NodeRemovedSchedulerEvent) event).getRemovedRMNode());
      case NODE_UPDATE -> nodeUpdate(((NodeUpdateSchedulerEvent) event).getRMNode());
      case NODE_RESOURCE_UPDATE -> nodeResourceUpdated((NodeResourceUpdateSchedulerEvent) event);
      case NODE_LABELS_UPDATE -> nodeLabelsUpdated((NodeLabelsUpdateSchedulerEvent) event);
      case NODE_ATTRIBUTES_UPDATE ->
          nodeAttributesUpdated((NodeAttributesUpdateSchedulerEvent) event);
      case APP_ADDED -> applicationAdded((AppAddedSchedulerEvent) event);
      case APP_REMOVED -> applicationRemoved((AppRemovedSchedulerEvent) event);
      case APP_ATTEMPT_ADDED -> attemptAdded((AppAttemptAddedSchedulerEvent) event);
      case APP_ATTEMPT_REMOVED -> attemptRemoved((AppAttemptRemovedSchedulerEvent) event);
      case CONTAINER_EXPIRED -> containerExpired((ContainerExpiredSchedulerEvent) event);
      case RELEASE_CONTAINER ->
          complete(
              ((ReleaseContainerEvent) event).getContainer(),
              SchedulerUtils.RELEASED_CONTAINER,
              RMContainerEventType.RELEASED);
      case MARK_CONTAINER_FOR_PREEMPTION -> markForPreemption((ContainerPreemptEvent) event);
      case KILL_RESERVED_CONTAINER ->
          reservations()
              .drop(((ContainerPreemptEvent) event).getContainer(), RMContainerEventType.KILL);
      case MARK_CONTAINER_FOR_KILLABLE -> preempt(((ContainerPreemptEvent) event).getContainer());
      default -> {
        if (ignored.add(event.getType())) {
          LOG.warn("{} events have no meaning here and are ignored", event.getType());
        }
      }
    }
  }

  // ----------------------------------------------------------------------------------- nodes

  private void nodeAdded(NodeAddedSchedulerEvent event) {
    RMNode rmNode = event.getAddedRMNode();
    if (nodeTracker.exists(rmNode.getNodeID())) {
      nodeRemoved(rmNode);
    }
    ClusterNode node = new ClusterNode(rmNode, usePortForNodeName, rmNode.getNodeLabels());
    nodeTracker.addNode(node);
    cluster().added(node, getClusterResource());
    recoverContainersOnNode(event.getContainerReports(), rmNode);
    labelManager().ifPresent(m -> m.activateNode(node.getNodeID(), node.getTotalResource()));
    updateRootMetrics();
    LOG.info("Added {}; the cluster has {}", node.getNodeID(), getClusterResource());
  }

  private void nodeRemoved(RMNode rmNode) {
    NodeId id = rmNode.getNodeID();
    ClusterNode node = nodeTracker.getNode(id);
    if (node == null) {
      LOG.info("Node {} is not known; nothing to remove", id);
      return;
    }
    reservations().drop(node);
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      complete(container, SchedulerUtils.LOST_CONTAINER, RMContainerEventType.KILL);
      node.releaseContainer(container.getContainerId(), true);
    }
    nodeTracker.removeNode(id);
    cluster().removed(node, getClusterResource());
    labelManager().ifPresent(manager -> manager.deactivateNode(id));
    updateRootMetrics();
    LOG.info("Removed {}; the cluster has {}", id, getClusterResource());
  }

  @Override
  protected void nodeUpdate(RMNode rmNode) {
    ClusterNode node = nodeTracker.getNode(rmNode.getNodeID());
    if (node == null) {
      LOG.info("Node {} is not known; its report is not read", rmNode.getNodeID());
      return;
    }
    super.nodeUpdate(rmNode);
    long now = getClock().getTime();
    if (!node.acceptsContainers()) {
      reservations().drop(node);
    } else if (isReadyToAllocate()) {
      setLastNodeUpdateTime(now);
      cluster().settleIfDue();
      cluster().askThoseWaitingIfDue(now);
      assigner().assign(node, nodeTracker.nodeCount(), now);
    }
    queues().root().getMetrics().flushOld();
    expiry.removeIdle(queues(), now);
  }

  private boolean isReadyToAllocate() {
    return !rmContext.isWorkPreservingRecoveryEnabled()
        || rmContext.isSchedulerReadyForAllocatingContainers();
  }

  private void nodeResourceUpdated(NodeResourceUpdateSchedulerEvent event) {
    updateNodeResource(event.getRMNode(), event.getResourceOption());
  }

  @Override
  public void updateNodeResource(RMNode rmNode, ResourceOption option) {
    writeLock.lock();
    try {
      ClusterNode node = nodeTracker.getNode(rmNode.getNodeID());
      if (node == null) {
        LOG.info("Node {} is not known; its resources are not updated", rmNode.getNodeID());
        return;
      }
      Resource before = Resources.clone(node.getTotalResource());
      super.updateNodeResource(rmNode, option);
      cluster().resized(before, node, getClusterResource());
      updateRootMetrics();
    } finally {
      writeLock.unlock();
    }
  }

  private void nodeLabelsUpdated(NodeLabelsUpdateSchedulerEvent event) {
    Set<String> affected = new HashSet<>();
    event
        .getUpdatedNodeToLabels()
        .forEach(
            (id, labels) -> {
              ClusterNode node = nodeTracker.getNode(id);
              // YARN says so in the background of every node that registers, which may have been
              // reserved by then.
              if (node != null && !labels.equals(node.getLabels())) {
                affected.add(node.getPartition());
                reservations().drop(node);
                node.updateLabels(labels);
                affected.add(node.getPartition());
              }
            });
    // Without this the next removal of such a node throws inside the node tracker. By the nodes'
    // own labels: the label manager may be an update ahead.
    for (String partition : affected) {
      Set<NodeId> members = new HashSet<>();
      for (ClusterNode node : nodeTracker.getAllNodes()) {
        if (node.getPartition().equals(partition)) {
          members.add(node.getNodeID());
        }
      }
      nodeTracker.updateNodesPerPartition(partition, members);
    }
  }

  private void nodeAttributesUpdated(NodeAttributesUpdateSchedulerEvent event) {
    event
        .getUpdatedNodeToAttributes()
        .forEach(
            (host, attributes) ->
                nodeTracker
                    .getNodesByResourceName(host)
                    .forEach(node -> node.updateNodeAttributes(attributes)));
  }

  private Optional<RMNodeLabelsManager> labelManager() {
    return Optional.ofNullable(rmContext.getNodeLabelManager());
  }

  private void updateRootMetrics() {
    queues().root().getMetrics().setCapacity(getClusterResource());
  }

  /** One report at a time: what is wrong with one container does not lose the others. */
  @Override
  public void recoverContainersOnNode(@Nullable List<NMContainerStatus> reports, RMNode rmNode) {
    if (reports == null) {
      return;
    }
    for (NMContainerStatus report : reports) {
      if (getRMContainer(report.getContainerId()) != null) {
        LOG.warn("{} is reported twice", report.getContainerId());
        continue;
      }
      try {
        super.recoverContainersOnNode(List.of(report), rmNode);
      } catch (RuntimeException | Error e) {
        FatalErrors.rethrow(e);
        LOG.error(
            "{} on {} could not be recovered", report.getContainerId(), rmNode.getNodeID(), e);
      }
    }
  }

  // ---------------------------------------------------------------------------- applications

  private void applicationAdded(AppAddedSchedulerEvent event) {
    ApplicationId id = event.getApplicationId();
    boolean recovering = event.getIsAppRecovering();
    Admission admission = admission();
    LeafQueue queue;
    try {
      queue =
          recovering
              ? admission.recover(id, event.getQueue())
              : admission.admit(id, event.getQueue(), event.getUser(), applications.size());
    } catch (YarnException e) {
      LOG.warn("{}", e.getMessage());
      RMAppEventType refusal = recovering ? RMAppEventType.KILL : RMAppEventType.APP_REJECTED;
      send(new RMAppEvent(id, refusal, e.getMessage()));
      return;
    }
    if (event.getReservationID() != null) {
      LOG.warn("{} of {}: reservations are not supported", event.getReservationID(), id);
    }
    Priority priority = Optional.ofNullable(event.getApplicatonPriority()).orElse(NO_PRIORITY);
    Application application =
        new Application(id, queue, event.getUser(), priority, event.isUnmanagedAM());
    queue.add(application);
    applications.put(id, application);
    queue.getMetrics().submitApp(event.getUser(), event.isUnmanagedAM());
    RMApp rmApp = rmContext.getRMApps().get(id);
    if (rmApp != null) {
      rmApp.setQueue(queue.getQueueName());
    }
    LOG.info("Accepted {} of {} in queue {}", id, LogText.of(event.getUser()), queue);
    if (!recovering) {
      send(new RMAppEvent(id, RMAppEventType.APP_ACCEPTED));
    }
  }

  private void applicationRemoved(AppRemovedSchedulerEvent event) {
    Application application = application(event.getApplicationID());
    if (application == null) {
      LOG.info("{} is not known; nothing to remove", event.getApplicationID());
      return;
    }
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt != null) {
      reservations().drop(attempt);
      completeAll(attempt, false);
      if (!attempt.isStopped()) {
        stop(attempt, RMAppAttemptState.KILLED);
      }
    }
    LeafQueue queue = application.queue();
    applications.remove(application.id());
    queue.remove(application);
    expiry.used(queue);
    cluster().forget(application.id());
    application.stop(event.getFinalState());
  }

  private void attemptAdded(AppAttemptAddedSchedulerEvent event) {
    ApplicationAttemptId id = event.getApplicationAttemptId();
    Application application = application(id.getApplicationId());
    if (application == null) {
      LOG.warn("{} belongs to no known application", id);
      return;
    }
    LeafQueue queue = application.queue();
    AppAttempt attempt = new AppAttempt(id, application, rmContext);
    attempt.setPriority(application.getPriority());
    AppAttempt previous = application.getCurrentAppAttempt();
    if (event.getTransferStateFromPreviousAttempt() && previous != null) {
      attempt.transferStateFromPreviousAttempt(previous);
    }
    application.setCurrentAppAttempt(attempt);
    Resource master = attempt.recoveredMaster();
    if (master != null) {
      queue.masters().activate(attempt, vectors().of(master));
    }
    inbox().changed(attempt);
    queue.getMetrics().submitAppAttempt(application.getUser(), application.isUnmanagedAM());
    if (!event.getIsAttemptRecovering()) {
      send(new RMAppAttemptEvent(id, RMAppAttemptEventType.ATTEMPT_ADDED));
    }
  }

  private void attemptRemoved(AppAttemptRemovedSchedulerEvent event) {
    AppAttempt attempt = getApplicationAttempt(event.getApplicationAttemptID());
    if (attempt == null
        || !attempt.getApplicationAttemptId().equals(event.getApplicationAttemptID())
        || attempt.isStopped()) {
      LOG.info("{} is not running; nothing to remove", event.getApplicationAttemptID());
      return;
    }
    reservations().drop(attempt);
    completeAll(attempt, event.getKeepContainersAcrossAppAttempts());
    stop(attempt, event.getFinalAttemptState());
  }

  private void stop(AppAttempt attempt, RMAppAttemptState state) {
    attempt.queue().masters().remove(attempt);
    inbox().changed(attempt);
    cluster().askThoseWaiting();
    attempt.stop(state);
  }

  private void completeAll(AppAttempt attempt, boolean keepRunning) {
    for (RMContainer container : attempt.getLiveContainers()) {
      if (!keepRunning || container.getState() != RMContainerState.RUNNING) {
        complete(container, SchedulerUtils.COMPLETED_APPLICATION, RMContainerEventType.KILL);
      }
    }
    attempt.pullNewlyDecreasedContainers(); // Its master will fetch them no more.
  }

  @SuppressWarnings("unchecked")
  private void send(Event<?> event) {
    rmContext.getDispatcher().getEventHandler().handle(event);
  }
}
