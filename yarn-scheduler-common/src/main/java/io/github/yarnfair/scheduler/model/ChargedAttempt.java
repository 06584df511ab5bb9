// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.AttemptResizes;
import io.github.yarnfair.scheduler.master.PreemptionNotice;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdateContainerError;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerFinishedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * An attempt as the holder of containers: each is charged in the share tree, in the machine class
 * of its node, and counted in metrics, from its start or recovery to its end.
 */
public abstract class ChargedAttempt extends LocatedAttempt {
  /**
   * States of a container that its master has not fetched, and that stands in for a resize among
   * others. YARN's state machine has no transition from them for a release: it logs an error with
   * its stack, and changes nothing.
   */
  private static final Set<RMContainerState> UNFETCHED =
      EnumSet.of(RMContainerState.NEW, RMContainerState.ALLOCATED);

  private final LongSupplier clock;
  private final ContainerReports reports =
      new ContainerReports(this, this::isKnownToResourceManager);
  private final PreemptionNotice preemption = new PreemptionNotice();
  private final AttemptResizes resizes;

  /**
   * @param clock returns the time in milliseconds, from which its containers' ages count
   */
  ChargedAttempt(
      ApplicationAttemptId id,
      String user,
      FairQueue queue,
      RMContext rmContext,
      LongSupplier clock) {
    super(id, user, queue, rmContext);
    this.clock = clock;
    resizes =
        new AttemptResizes(
            this,
            writeLock,
            appSchedulingInfo,
            newlyIncreasedContainers,
            newlyDecreasedContainers,
            tempContainerToKill);
  }

  /** Is called before the end of the master is handled. */
  abstract void masterEnds();

  /** Returns whether the ResourceManager keeps statistics of the application. */
  boolean isKnownToResourceManager() {
    return rmContext.getRMApps().containsKey(getApplicationId());
  }

  private boolean hasLeaf() {
    return leaf() != ShareTree.NONE;
  }

  final ContainerReports reports() {
    return reports;
  }

  /** Returns whether it holds a container besides its master's. */
  public boolean holdsTasks() {
    return getLiveContainers().stream()
        .anyMatch(
            container ->
                !container.isAMContainer()
                    && container.getExecutionType() == ExecutionType.GUARANTEED
                    && container.getAllocatedSchedulerKey().getContainerToUpdate() == null);
  }

  /** Returns the changes of its containers that it asks for. */
  public AttemptResizes resizes() {
    return resizes;
  }

  /** Tells the application master, at its next call, that a change of a container is refused. */
  public void refuseUpdate(UpdateContainerRequest request, String reason) {
    addToUpdateContainerErrors(UpdateContainerError.newInstance(reason, request));
  }

  /**
   * Returns the notices of preempted containers, which the application master receives at each
   * call.
   */
  public PreemptionNotice preemption() {
    return preemption;
  }

  // ----------------------------------------------------------------------- containers that start

  /**
   * Makes a container in state NEW.
   *
   * @param capability one that any thread may read; it becomes the container's own
   */
  RMContainerImpl newContainer(
      ClusterNode node, SchedulerRequestKey key, Resource capability, String partition) {
    Container container =
        BuilderUtils.newContainer(
            BuilderUtils.newContainerId(getApplicationAttemptId(), getNewContainerId()),
            node.getNodeID(),
            node.getHttpAddress(),
            capability,
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
            clock.getAsLong(),
            partition);
    rmContainer.setQueueName(getQueueName());
    return rmContainer;
  }

  /** YARN removes by the container's tags what it adds by those of its record of it. */
  static void tag(RMContainerImpl container, Set<String> tags) {
    container.setAllocationTags(tags);
    container.getContainer().setAllocationTags(tags);
  }

  void start(RMContainerImpl container, ClusterNode node, boolean isMaster) {
    ContainerId id = container.getContainerId();
    addToNewlyAllocatedContainers(node, container);
    liveContainers.put(id, container);
    attemptResourceUsage.incUsed(partition(container), container.getContainer().getResource());
    recordStart(container, node, isMaster);
    container.handle(new RMContainerEvent(id, RMContainerEventType.START));
  }

  private void recordStart(RMContainer container, ClusterNode node, boolean isMaster) {
    RecordedFacts facts = ledger().facts();
    if (facts != null && hasLeaf()) {
      facts.started(leaf(), container, node, isMaster);
    }
  }

  // ------------------------------------------------------------------------- containers that end

  /**
   * Returns whether a container is the one that the attempt holds under its id: not a stand-in, and
   * not one that was held before its node registered again and reported it.
   */
  public boolean holds(RMContainer container) {
    return liveContainers.get(container.getContainerId()) == container;
  }

  /** RMContainer.equals() asks both for their ids under locks, for hundreds of unfetched ones. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(RMContainer one, RMContainer other) {
    return one == other;
  }

  /**
   * Removes a container that finished, was killed, released or expired. Call {@link #end}
   * afterwards.
   *
   * @return false if the attempt did not hold the container (any more)
   */
  public boolean remove(RMContainer rmContainer) {
    writeLock.lock();
    try {
      Container container = rmContainer.getContainer();
      RMContainer decreased = resizes.removeStandIn(container.getId());
      if (decreased == null && !holds(rmContainer)) {
        return false;
      }
      liveContainers.remove(container.getId());
      newlyAllocatedContainers.removeIf(unfetched -> isSame(unfetched, rmContainer));
      preemption.withdraw(container.getId());
      String partition = partition(decreased == null ? rmContainer : decreased);
      attemptResourceUsage.decUsed(partition, container.getResource());
      lastMemoryAggregateAllocationUpdateTime = -1;
      if (decreased != null) {
        // Never counted as allocated, but about to be counted as released.
        queue.getMetrics().allocateResources(partition, getUser(), 1, Resources.none(), false);
      }
      queue.getMetrics().releaseResources(partition, getUser(), 1, container.getResource());
      return true;
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Releases the resources of a {@linkplain #remove removed} container in the share tree.
   *
   * @param decreased what the container was a stand-in for, else null: that is one smaller task
   */
  public void release(RMContainer container, @Nullable RMContainer decreased) {
    ShareLedger ledger = ledger();
    Resource freed = container.getContainer().getResource();
    if (decreased == null) {
      ledger.release(leaf(), machineClass(container.getContainerId()), freed);
    } else if (!freed.equals(Resources.none())) {
      Resource left = decreased.getContainer().getResource();
      String machineClass = machineClass(decreased.getContainerId());
      ledger.release(leaf(), machineClass, Resources.add(left, freed));
      ledger.charge(leaf(), machineClass, left);
    }
  }

  /**
   * The container that was given for an increase, one task until now, joins the container that it
   * increases.
   */
  @Override
  public List<Container> pullNewlyIncreasedContainers() {
    ShareLedger ledger = ledger();
    newlyIncreasedContainers.forEach(
        (id, given) -> {
          RMContainer grown = getRMContainer(id);
          if (grown != null && holds(given)) {
            Resource before = grown.getContainer().getResource();
            Resource difference = given.getContainer().getResource();
            String machineClass = machineClass(id);
            ledger.release(leaf(), machineClass, before);
            ledger.release(leaf(), machineClass(given.getContainerId()), difference);
            ledger.charge(leaf(), machineClass, Resources.add(before, difference));
          }
        });
    return super.pullNewlyIncreasedContainers();
  }

  /** Ends a container that was {@linkplain #remove removed}, and reports its end. */
  public void end(RMContainer rmContainer, ContainerStatus status, RMContainerEventType event) {
    writeLock.lock();
    try {
      resizes.callOff(rmContainer);
      if (rmContainer.isAMContainer()) {
        masterEnds();
      }
      if (event != RMContainerEventType.RELEASED || !UNFETCHED.contains(rmContainer.getState())) {
        rmContainer.handle(
            new RMContainerFinishedEvent(rmContainer.getContainerId(), status, event));
      }
      if (SchedulerUtils.PREEMPTED_CONTAINER.equals(status.getDiagnostics())) {
        reports.preempted(rmContainer, queue.getMetrics());
      }
      reports.released(rmContainer.getContainer());
      RecordedFacts facts = ledger().facts();
      if (facts != null && hasLeaf()) {
        facts.ended(leaf(), rmContainer.getContainerId(), status.getExitStatus());
      }
      forget(rmContainer.getContainerId());
    } finally {
      writeLock.unlock();
    }
  }

  // -------------------------------------------------------------------------- recovery and moves

  /**
   * Recovers a container that a NodeManager reported. Unlike YARN's method it counts the container
   * under the partition under which its end will be counted, and does not restart an attempt that
   * has ended.
   */
  @Override
  public boolean recoverContainer(SchedulerNode node, RMContainer container) {
    writeLock.lock();
    try {
      locate(container, ((ClusterNode) node).machineClass());
      if (!isStopped()) {
        appSchedulingInfo.recoverContainer(container, partition(container));
      } else if (isCharged(container)) {
        Resource amount = container.getAllocatedResource();
        queue.getMetrics().allocateResources(partition(container), getUser(), 1, amount, false);
      }
      if (container.getState() == RMContainerState.COMPLETED) {
        return false;
      }
      addRMContainer(container.getContainerId(), container);
      if (isCharged(container)) {
        Resource amount = container.getContainer().getResource();
        attemptResourceUsage.incUsed(partition(container), amount);
        if (hasLeaf()) {
          ledger().charge(leaf(), machineClass(container.getContainerId()), amount);
          recordStart(container, (ClusterNode) node, container.isAMContainer());
        }
      }
      return true;
    } finally {
      writeLock.unlock();
    }
  }

  private static boolean isCharged(RMContainer container) {
    return container.getState() != RMContainerState.COMPLETED
        && container.getExecutionType() == ExecutionType.GUARANTEED;
  }

  /** Moves the attempt with all it holds, even after it has ended: containers may outlive it. */
  @Override
  public void move(Queue target) {
    writeLock.lock();
    try {
      QueueMetrics before = queue.getMetrics();
      super.move(target);
      appSchedulingInfo.setQueue(target);
      liveContainers.values().forEach(container -> moveMetrics(container, before));
    } finally {
      writeLock.unlock();
    }
  }

  /** YARN moves the metrics of a container in the partition that its request has named. */
  private void moveMetrics(RMContainer container, QueueMetrics before) {
    String actual = partition(container);
    String named = container.getNodeLabelExpression();
    if (!actual.equals(named)) {
      Resource amount = container.getContainer().getResource();
      QueueMetrics now = queue.getMetrics();
      before.allocateResources(named, getUser(), 1, amount, false);
      before.releaseResources(actual, getUser(), 1, amount);
      now.releaseResources(named, getUser(), 1, amount);
      now.allocateResources(actual, getUser(), 1, amount, false);
    }
  }

  /**
   * Adds a container. YARN adds one that is decreased once more, under the id of its stand-in: it
   * must not be counted twice.
   */
  @Override
  public void addRMContainer(ContainerId id, RMContainer rmContainer) {
    if (id.equals(rmContainer.getContainerId())) {
      super.addRMContainer(id, rmContainer);
    } else {
      resizes.addStandIn(id, rmContainer);
    }
  }
}
