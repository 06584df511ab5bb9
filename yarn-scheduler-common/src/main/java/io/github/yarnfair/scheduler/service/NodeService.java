// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.activities.ActivityRecorder;
import io.github.yarnfair.scheduler.activities.SchedulerActivities;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AttemptConstraints;
import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds, updates and removes nodes, and handles their heartbeats. Under the scheduler's write lock.
 */
public final class NodeService {
  private static final Logger LOG = LoggerFactory.getLogger(NodeService.class);

  private final SharedState state;
  private final QueueService queues;
  private final ClusterCapacity cluster;
  private final ContainerService containers;
  private final SchedulerActivities activities;
  private final ActivityRecorder recorder;
  private final boolean usePortForNodeName;

  /** Recovers the containers that a node reports when it registers. */
  @FunctionalInterface
  public interface Recovery {
    void recover(@Nullable List<NMContainerStatus> reports, RMNode node);
  }

  NodeService(
      SharedState state,
      QueueService queues,
      ClusterCapacity cluster,
      ContainerService containers,
      SchedulerActivities activities,
      boolean usePortForNodeName) {
    this.state = state;
    this.queues = queues;
    this.cluster = cluster;
    this.containers = containers;
    this.activities = activities;
    this.usePortForNodeName = usePortForNodeName;
    recorder = new ActivityRecorder(activities, id -> state.applications().currentAttempt(id));
  }

  /** Returns a registered node; logs an unknown one and returns null. */
  public @Nullable ClusterNode find(RMNode rmNode) {
    ClusterNode node = state.nodes().getNode(rmNode.getNodeID());
    if (node == null) {
      LOG.info("Node {} is not known; its event is not handled", rmNode.getNodeID());
    }
    return node;
  }

  public void added(RMNode rmNode, @Nullable List<NMContainerStatus> reports, Recovery recovery) {
    assert state.isLocked();
    if (state.nodes().exists(rmNode.getNodeID())) {
      removed(rmNode);
    }
    ClusterNode node = new ClusterNode(rmNode, usePortForNodeName, rmNode.getNodeLabels());
    // The node reads them from the manager.
    if (state.context().getNodeAttributesManager() != null
        && rmNode.getAllNodeAttributes() != null) {
      node.updateNodeAttributes(rmNode.getAllNodeAttributes());
    }
    node.setMachineClass(known(queues.classOf(node)));
    state.nodes().addNode(node);
    RecordedFacts facts = facts();
    if (facts != null) {
      facts.registered(node);
    }
    cluster.added(node, state.clusterResource());
    recovery.recover(reports, rmNode);
    labelManager().ifPresent(m -> m.activateNode(node.getNodeID(), node.getTotalResource()));
    updateRootMetrics();
    LOG.info("Added {}; the cluster has {}", node.getNodeID(), state.clusterResource());
  }

  /**
   * Recovers what a node reports to run, one report at a time: a failure with one container does
   * not lose the others.
   *
   * @param recovery recovers one container, as YARN does
   */
  public void recover(
      List<NMContainerStatus> reports, NodeId node, Consumer<NMContainerStatus> recovery) {
    for (NMContainerStatus report : reports) {
      ContainerId id = report.getContainerId();
      if (state.applications().container(id) != null) {
        LOG.warn("{} is reported twice", id);
        continue;
      }
      if (isBetweenAttempts(id.getApplicationAttemptId().getApplicationId())) {
        endOrphan(report, node);
        continue;
      }
      if (report.getContainerState() == ContainerState.COMPLETE) {
        report.setAllocationTags(Set.of()); // YARN would count them, and never remove them.
      }
      FatalErrors.survive(
          "{} could not be recovered",
          id + " on " + node,
          () -> {
            recovery.accept(report);
            recovered(id);
          });
    }
  }

  /**
   * Returns whether an application's last attempt had ended when the ResourceManager stopped, and
   * its next one has not begun. YARN looks for the current attempt and fails.
   */
  private boolean isBetweenAttempts(ApplicationId id) {
    Application application = state.applications().find(id);
    return application != null && application.getCurrentAppAttempt() == null;
  }

  private void endOrphan(NMContainerStatus report, NodeId node) {
    if (report.getContainerState() != ContainerState.COMPLETE) {
      LOG.info("{} on {} ends: its application has no attempt now", report.getContainerId(), node);
      state
          .context()
          .getDispatcher()
          .getEventHandler()
          .handle(new RMNodeCleanContainerEvent(node, report.getContainerId()));
    }
  }

  /** An application that holds a container after a restart has run before, and does so still. */
  private void recovered(ContainerId container) {
    assert state.isLocked();
    AppAttempt attempt = state.applications().currentAttempt(container);
    if (attempt != null && attempt.waitsToRun() && !attempt.getLiveContainers().isEmpty()) {
      queues.parallel().runs(attempt);
      state.inbox().changed(attempt);
    }
    GangMembership.recovered(attempt, state);
  }

  public void removed(RMNode rmNode) {
    assert state.isLocked();
    NodeId id = rmNode.getNodeID();
    ClusterNode node = find(rmNode);
    if (node == null) {
      return;
    }
    state.reservations().drop(node);
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      containers.complete(container, SchedulerUtils.LOST_CONTAINER, RMContainerEventType.KILL);
      node.releaseContainer(container.getContainerId(), true);
    }
    state.nodes().removeNode(id);
    RecordedFacts facts = facts();
    if (facts != null) {
      facts.left(node);
    }
    queues.assigner().removed(node);
    cluster.removed(node, state.clusterResource());
    labelManager().ifPresent(manager -> manager.deactivateNode(id));
    updateRootMetrics();
    LOG.info("Removed {}; the cluster has {}", id, state.clusterResource());
  }

  /** Updates a node's total resources. */
  public void resized(Resource before, ClusterNode node) {
    assert state.isLocked();
    recordChange(node);
    cluster.resized(before, node, state.clusterResource());
    updateRootMetrics();
  }

  /**
   * Assigns the free resources of a node that has sent a heartbeat.
   *
   * @param now in milliseconds
   */
  public void assign(ClusterNode node, long now) {
    assert state.isLocked();
    cluster.settleIfDue();
    cluster.askThoseWaitingIfDue(now);
    if (activities.areAskedFor()) {
      recorder.record(node, queues.tree().root(), () -> assignTo(node, now));
    } else {
      assignTo(node, now);
    }
  }

  private void assignTo(ClusterNode node, long now) {
    queues.assigner().assign(node, state.nodes().nodeCount(), now);
  }

  /**
   * Gives an attempt one container for a request for which the placement processor has chosen a
   * node.
   *
   * @return false if the attempt has ended, or the node cannot or must not serve the request now
   */
  public boolean placeChosen(AppAttempt attempt, SchedulingRequest request, SchedulerNode chosen) {
    assert state.isLocked();
    AttemptConstraints.check(List.of(request));
    ClusterNode node = state.nodes().getNode(chosen.getNodeID());
    if (node == null
        || !isReadyToAllocate()
        || !node.acceptsContainers()
        || attempt.isStopped()
        || !attempt.isCurrent()
        || attempt.refuses(node)) {
      return false;
    }
    Ask ask = attempt.constraints().chosen(request, node);
    return ask != null
        && queues
            .assigner()
            .placeChosen(
                attempt, ask, AttemptConstraints.tags(request), node, state.nodes().nodeCount());
  }

  /** Returns whether containers may be placed yet: after a restart, nodes report first. */
  public boolean isReadyToAllocate() {
    return !state.context().isWorkPreservingRecoveryEnabled()
        || state.context().isSchedulerReadyForAllocatingContainers();
  }

  public void labelsUpdated(Map<NodeId, Set<String>> labelsByNode) {
    assert state.isLocked();
    Set<String> affected = new HashSet<>();
    labelsByNode.forEach(
        (id, labels) -> {
          ClusterNode node = state.nodes().getNode(id);
          // YARN reports the labels of each new node in the background, when the node may already
          // be
          // reserved.
          if (node != null && !labels.equals(node.getLabels())) {
            affected.add(node.getPartition());
            state.reservations().drop(node);
            node.updateLabels(labels);
            affected.add(node.getPartition());
            classMayHaveChanged(node);
          } else if (node != null) {
            known(node.machineClass()); // It may be shared now, or no longer.
          }
        });
    // Without this the next removal of such a node throws inside the node tracker. Uses the nodes'
    // own labels: the label manager may be one update ahead.
    for (String partition : affected) {
      Set<NodeId> members = new HashSet<>();
      for (ClusterNode node : state.nodes().getAllNodes()) {
        if (node.getPartition().equals(partition)) {
          members.add(node.getNodeID());
        }
      }
      state.nodes().updateNodesPerPartition(partition, members);
    }
  }

  public void attributesUpdated(Map<String, Set<NodeAttribute>> attributesByHost) {
    assert state.isLocked();
    attributesByHost.forEach(
        (host, attributes) ->
            state
                .nodes()
                .getNodesByResourceName(host)
                .forEach(
                    node -> {
                      node.updateNodeAttributes(attributes);
                      classMayHaveChanged(node);
                    }));
  }

  /** Moves a node to the machine class that it has now, with what runs on it. */
  private void classMayHaveChanged(ClusterNode node) {
    String before = node.machineClass();
    String now = known(queues.classOf(node));
    if (now.equals(before)) {
      return;
    }
    state.reservations().drop(node);
    node.setMachineClass(now);
    List<RMContainer> running = node.getCopiedListOfRunningContainers();
    // What was given for an increase counts where the container counts that it increases.
    running.sort(Comparator.comparing(NodeService::isIncrease));
    for (RMContainer container : running) {
      AppAttempt attempt = state.applications().currentAttempt(container.getContainerId());
      if (attempt != null && attempt.holds(container)) {
        attempt.changeClass(container, now);
        if (attempt.resizes().areAskedFor()) {
          state.inbox().increasesChanged(attempt, container);
        }
      }
    }
    recordChange(node);
    cluster.moved(before, node, state.clusterResource());
    updateRootMetrics();
    LOG.info("{} moved from machine class '{}' to '{}'", node.getNodeID(), before, now);
  }

  /** Returns what records nodes, null if nothing is recorded. */
  private @Nullable RecordedFacts facts() {
    return queues.tree().ledger().facts();
  }

  private void recordChange(ClusterNode node) {
    RecordedFacts facts = facts();
    if (facts != null) {
      facts.changed(node);
    }
  }

  private static boolean isIncrease(RMContainer container) {
    return container.getAllocatedSchedulerKey().getContainerToUpdate() != null;
  }

  /** Returns the name of a class, once the queues have it. */
  private String known(String machineClass) {
    queues.know(machineClass);
    return machineClass;
  }

  private Optional<RMNodeLabelsManager> labelManager() {
    return Optional.ofNullable(state.context().getNodeLabelManager());
  }

  private void updateRootMetrics() {
    queues.tree().root().getMetrics().setCapacity(queues.tree().ledger().capacity().registered());
  }
}
