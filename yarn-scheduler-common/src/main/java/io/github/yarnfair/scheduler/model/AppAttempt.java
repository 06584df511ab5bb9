// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.ask.IdleRoomDelay;
import io.github.yarnfair.scheduler.ask.QueueClasses;
import io.github.yarnfair.scheduler.master.PreemptionNotice;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import io.github.yarnfair.scheduler.resource.ContainerClasses;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerError;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerFinishedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerReservedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAppUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt of an application: its requests and the containers that it holds. */
public final class AppAttempt extends SchedulerApplicationAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(AppAttempt.class);

  /**
   * States of a container that its master has not fetched, and that stands in for a resize among
   * others. YARN's state machine has no transition from them for a release: it logs an error with
   * its stack, and changes nothing.
   */
  private static final Set<RMContainerState> UNFETCHED =
      EnumSet.of(RMContainerState.NEW, RMContainerState.ALLOCATED);

  private volatile boolean knowsHeadroom;

  /** Number of changes of the blacklist; 0 for most attempts, which never refuse a place. */
  private final AtomicInteger refusals = new AtomicInteger();

  /** Once the master has its container, there is no need to ask again. */
  private volatile boolean hasMaster;

  /** Under the scheduler's write lock. */
  private boolean waitsToRun;

  /** Under the scheduler's write lock. */
  private boolean masterHasEnded;

  /** Null unless its first containers start together and have not. */
  private volatile @Nullable Gang gang;

  private final PreemptionNotice preemption = new PreemptionNotice();

  private final Application application;
  private final ContainerReports reports =
      new ContainerReports(this, this::isKnownToResourceManager);
  private final IdleRoomDelay idleRoomDelay = new IdleRoomDelay();
  private final ContainerClasses machineClasses = new ContainerClasses();
  private final AttemptDemand demand;
  private final AttemptReservations reserved;
  private final AttemptResizes resizes;
  private final AttemptConstraints constraints;

  private final LongSupplier clock;

  /**
   * @param mostFailures evaluations of a constraint that may fail before its request is rejected
   * @param clock returns the time in milliseconds, from which its containers' ages count
   */
  public AppAttempt(
      ApplicationAttemptId id,
      Application application,
      RMContext rmContext,
      int mostFailures,
      LongSupplier clock) {
    super(
        id,
        application.getUser(),
        application.queue(),
        application.queue().getAbstractUsersManager(),
        rmContext);
    this.application = application;
    this.clock = clock;
    demand = new AttemptDemand(this, writeLock);
    reserved = new AttemptReservations(this, readLock, writeLock, this::members, this::standFor);
    resizes =
        new AttemptResizes(
            this,
            writeLock,
            appSchedulingInfo,
            newlyIncreasedContainers,
            newlyDecreasedContainers,
            tempContainerToKill);
    constraints =
        new AttemptConstraints(
            this,
            appSchedulingInfo,
            rmContext,
            mostFailures,
            application.queue().ledger().vectors());
  }

  // ----------------------------------------------------------------------------------- its parts

  /** Returns what the attempt asks for. */
  public AttemptDemand demand() {
    return demand;
  }

  /** Returns the nodes that are reserved for the attempt. */
  public AttemptReservations reserved() {
    return reserved;
  }

  /** Returns the changes of its containers that it asks for. */
  public AttemptResizes resizes() {
    return resizes;
  }

  /** Returns its requests with placement constraints. */
  public AttemptConstraints constraints() {
    return constraints;
  }

  /** Returns its first containers as long as they have to start together; null otherwise. */
  public @Nullable Gang gang() {
    return gang;
  }

  public void setGang(@Nullable Gang replacement) {
    gang = replacement;
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

  /** Returns how long its requests wait before they use what is idle in shared partitions. */
  public IdleRoomDelay idleRoomDelay() {
    return idleRoomDelay;
  }

  public Application application() {
    return application;
  }

  // ----------------------------------------------------------------------- nodes that it may use

  @Override
  public void updateBlacklist(@Nullable List<String> additions, @Nullable List<String> removals) {
    boolean adds = additions != null && !additions.isEmpty();
    boolean removes = removals != null && !removals.isEmpty();
    if (adds || (removes && hasRefusedPlaces())) {
      super.updateBlacklist(additions, removals);
      refusals.incrementAndGet();
    }
  }

  /** Returns how often the blacklist may have changed. */
  private int refusals() {
    return refusals.get();
  }

  @Override
  public void transferStateFromPreviousAttempt(SchedulerApplicationAttempt previous) {
    refusals.set(((AppAttempt) previous).refusals());
    machineClasses.addAll(((AppAttempt) previous).machineClasses);
    super.transferStateFromPreviousAttempt(previous);
  }

  /** Returns whether any place may be on a blacklist of the attempt. */
  public boolean hasRefusedPlaces() {
    return refusals.get() > 0;
  }

  /** Returns whether a node, or its rack, is on the attempt's blacklist. */
  public boolean refuses(ClusterNode node) {
    return hasRefusedPlaces() && SchedulerAppUtils.isPlaceBlacklisted(this, node, LOG);
  }

  /**
   * Returns whether a request may be served on a node, now or after its delays. One with
   * constraints: whether the node satisfies them now.
   */
  public boolean mayEverPlace(SchedulerRequestKey key, SchedulerNode node) {
    return NodeLocality.mayEverPlace(this, constraints, key, node);
  }

  /** Returns the node labels that the attempt's requests have named so far, in order. */
  public SortedSet<String> requestedPartitions() {
    readLock.lock();
    try {
      return new TreeSet<>(appSchedulingInfo.getRequestedPartitions());
    } finally {
      readLock.unlock();
    }
  }

  // ------------------------------------------------------ what it waits for, and its diagnostics

  /** Returns whether the scheduler still knows the application, and no later attempt of it. */
  public boolean isCurrent() {
    return application.hasLeaf() && equals(application.getCurrentAppAttempt());
  }

  /** Returns whether the ResourceManager keeps statistics of the application. */
  boolean isKnownToResourceManager() {
    return rmContext.getRMApps().containsKey(getApplicationId());
  }

  /** Returns whether limits of running applications keep all its requests waiting. */
  public boolean waitsToRun() {
    return waitsToRun;
  }

  /** Sets whether the requests wait; if not, removes the reason from the diagnostics. */
  public void setWaitsToRun(boolean waits) {
    if (waitsToRun && !waits) {
      setWaitReason(null);
    }
    waitsToRun = waits;
  }

  /** Sets the reason in the diagnostics why the application does not run yet; null: it does. */
  public void setWaitReason(@Nullable String reason) {
    if (reason != null && waitsForMaster()) {
      updateAMContainerDiagnostics(AMState.INACTIVATED, reason);
    } else {
      setDiagnostics(reason);
    }
  }

  /** Sets the diagnostics of a master that may be placed and waits. */
  public void setMasterDiagnostics(String sentence) {
    updateAMContainerDiagnostics(AMState.ACTIVATED, sentence);
  }

  /** Sets the diagnostics to the reason why requests wait; null: none do. */
  public void setDiagnostics(@Nullable String sentence) {
    RMApp app = rmContext.getRMApps().get(getApplicationId());
    RMAppAttempt known = app == null ? null : app.getRMAppAttempt(getApplicationAttemptId());
    if (known != null && !masterHasEnded) {
      known.updateAMLaunchDiagnostics(sentence);
    }
  }

  /** Returns whether the pending request is for the master's container. */
  public boolean waitsForMaster() {
    if (!hasMaster) {
      hasMaster = !isWaitingForAMContainer();
    }
    return !hasMaster;
  }

  /**
   * Returns the size of the master's container if it was placed before the ResourceManager's
   * restart, else null.
   */
  public @Nullable Resource recoveredMaster() {
    RMApp app = rmContext.getRMApps().get(getApplicationId());
    RMAppAttempt known = app == null ? null : app.getRMAppAttempt(getApplicationAttemptId());
    Container master = known == null ? null : known.getMasterContainer();
    return master == null || application.isUnmanagedAM() ? null : master.getResource();
  }

  /** Returns the partition that the request for the master names. */
  public String masterPartition() {
    RMApp app = rmContext.getRMApps().get(getApplicationId());
    List<ResourceRequest> asks = app == null ? null : app.getAMResourceRequests();
    String label = asks == null || asks.isEmpty() ? null : asks.get(0).getNodeLabelExpression();
    return label == null ? RMNodeLabelsManager.NO_LABEL : label;
  }

  // -------------------------------------------------------------------------- queue and headroom

  public LeafQueue queue() {
    return (LeafQueue) queue;
  }

  /** Attaches the attempt to the queue object that replaces its own after a refresh. */
  void rebind(LeafQueue replacement) {
    queue = replacement;
    appSchedulingInfo.setQueue(replacement);
  }

  /** Returns whether the headroom has been computed. */
  public boolean knowsHeadroom() {
    return knowsHeadroom;
  }

  /** Sets the headroom, which the ResourceManager shows as well. */
  public void updateHeadroom(Resource most) {
    if (!knowsHeadroom || !most.equals(getHeadroom())) {
      setHeadroom(most);
      reports.headroom(most);
    }
  }

  @Override
  public void setHeadroom(Resource most) {
    super.setHeadroom(most);
    knowsHeadroom = true;
  }

  // ------------------------------------------------------------------------------------ requests

  @Override
  public void recoverResourceRequestsForContainer(ContainerRequest request) {
    writeLock.lock();
    try {
      SchedulingRequest constrained = request.getSchedulingRequest();
      if (constrained == null) {
        super.recoverResourceRequestsForContainer(request);
        demand.read(request.getResourceRequests());
      } else if (!isStopped()) { // YARN forgets such a request.
        constraints.askAgain(constrained);
        demand.readConstrained(List.of(constrained));
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns the requests that the share tree knows; empty once the attempt has ended. */
  public AskTable asks() {
    return isCurrent() ? application.asks() : AskTable.NONE;
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

  /**
   * Gives the attempt one container.
   *
   * @param ask what the caller checked to fit; the application master may have changed its mind
   *     since
   * @return the container, or null if the attempt no longer wants one like that
   */
  public @Nullable RMContainer allocate(NodeType type, ClusterNode node, Ask ask) {
    writeLock.lock();
    try {
      if (isStopped() || !isPending(ask, type, node)) {
        return null;
      }
      return give(type, node, ask);
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Gives the attempt one container that it is known to ask for. Under the scheduler's write lock
   * and the attempt's.
   */
  public RMContainer give(NodeType type, ClusterNode node, Ask ask) {
    SchedulerRequestKey key = ask.key();
    Resource capability = ask.capability();
    writeLock.lock();
    try {
      NodeType requested = NodeLocality.mostLocal(this, ask, node);
      RMContainerImpl rmContainer = newContainer(node, key, capability, ask.partition());
      locate(rmContainer, node.machineClass());
      ContainerRequest given = appSchedulingInfo.allocate(type, node, key, rmContainer);
      rmContainer.setContainerRequest(given);
      if (ask.isConstrained()) {
        tag(rmContainer, AttemptConstraints.tags(given.getSchedulingRequest()));
      }
      demand.readPlaced(ask);
      start(rmContainer, node);
      if (type != NodeType.OFF_SWITCH) {
        // A request waits for its places once, not again for each container.
        resetSchedulingOpportunities(key);
      }
      reports.allocated(rmContainer.getContainer(), type, requested);
      return rmContainer;
    } finally {
      writeLock.unlock();
    }
  }

  private boolean isPending(Ask ask, NodeType type, ClusterNode node) {
    if (demand.isTakenOver()) {
      return true;
    }
    AppPlacementAllocator<ClusterNode> request = getAppPlacementAllocator(ask.key());
    return request != null && request.canAllocate(type, node) && ask.agreesWith(request);
  }

  /**
   * Gives the attempt one container that it has asked the placement processor for.
   *
   * @param ask what the caller checked to fit; it is not pending here
   * @param tags the allocation tags of the container
   */
  public RMContainer allocateChosen(ClusterNode node, Ask ask, Set<String> tags) {
    writeLock.lock();
    try {
      RMContainerImpl rmContainer =
          newContainer(node, ask.key(), ask.capability(), ask.partition());
      locate(rmContainer, node.machineClass());
      tag(rmContainer, tags);
      if (gang != null) {
        gang.noteOther();
      }
      // Counts what is allocated, and not that less is pending.
      appSchedulingInfo.recoverContainer(rmContainer, partition(rmContainer));
      queue.getMetrics().incrNodeTypeAggregations(getUser(), NodeType.OFF_SWITCH);
      ClusterMetrics.getMetrics().incrNumContainerAssigned();
      start(rmContainer, node);
      reports.allocated(rmContainer.getContainer(), NodeType.OFF_SWITCH, NodeType.OFF_SWITCH);
      return rmContainer;
    } finally {
      writeLock.unlock();
    }
  }

  /** YARN removes by the container's tags what it adds by those of its record of it. */
  private static void tag(RMContainerImpl container, Set<String> tags) {
    container.setAllocationTags(tags);
    container.getContainer().setAllocationTags(tags);
  }

  private void start(RMContainerImpl container, ClusterNode node) {
    ContainerId id = container.getContainerId();
    addToNewlyAllocatedContainers(node, container);
    liveContainers.put(id, container);
    attemptResourceUsage.incUsed(partition(container), container.getContainer().getResource());
    recordStart(container, node, waitsForMaster());
    container.handle(new RMContainerEvent(id, RMContainerEventType.START));
  }

  private void recordStart(RMContainer container, ClusterNode node, boolean isMaster) {
    RecordedFacts facts = queue().ledger().facts();
    if (facts != null && application.hasLeaf()) {
      facts.started(application.leaf(), container, node, isMaster);
    }
  }

  // ----------------------------------------------------------------------------- machine classes

  /** Returns the name of the machine class in which a container is charged. */
  public String machineClass(ContainerId container) {
    return machineClasses.charged(container);
  }

  /** Returns the number of the machine class in which a container is charged. */
  public int charged(RMContainer container) {
    MachineClasses classes = queue().ledger().classes();
    return classes.isOne() ? 0 : classes.number(machineClass(container.getContainerId()));
  }

  private void locate(RMContainer container, String classOfNode) {
    String label = container.getNodeLabelExpression();
    ContainerId grown = container.getAllocatedSchedulerKey().getContainerToUpdate();
    String charged =
        grown == null
            ? queue().ledger().classes().charged(classOfNode, label)
            : machineClass(grown);
    machineClasses.put(container.getContainerId(), classOfNode, charged);
  }

  /**
   * As under CapacityScheduler the usage moves with the node; but a queue that has no part of the
   * new partition has a guest there.
   */
  private void relocate(RMContainer container, String classOfNode) {
    QueueClasses classes = queue().classes();
    int number = classes.all().number(classOfNode);
    if (number != MachineClasses.UNKNOWN && classes.isOpen(number)) {
      machineClasses.put(container.getContainerId(), classOfNode, classOfNode);
    } else {
      locate(container, classOfNode);
    }
  }

  /** Returns the partition under which metrics count a container: that of its node. */
  public String partition(RMContainer container) {
    return queue().ledger().classes().kind() == MachineClasses.Kind.LABELS
        ? machineClasses.ofNode(container.getContainerId())
        : RMNodeLabelsManager.NO_LABEL;
  }

  /** Moves the usage of a container that the attempt holds to the class that its node has now. */
  public void changeClass(RMContainer container, String classOfNode) {
    writeLock.lock();
    try {
      Resource amount = container.getContainer().getResource();
      ContainerId id = container.getContainerId();
      String before = partition(container);
      ShareLedger ledger = queue().ledger();
      ledger.release(application.leaf(), machineClass(id), amount);
      relocate(container, classOfNode);
      ledger.charge(application.leaf(), machineClass(id), amount);
      String now = partition(container);
      attemptResourceUsage.decUsed(before, amount);
      attemptResourceUsage.incUsed(now, amount);
      queue.getMetrics().releaseResources(before, getUser(), 1, amount);
      queue.getMetrics().allocateResources(now, getUser(), 1, amount, false);
      if (container.isAMContainer()) {
        queue().masters().changePartition(this, now);
      }
    } finally {
      writeLock.unlock();
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
    ShareLedger ledger = queue().ledger();
    Resource freed = container.getContainer().getResource();
    if (decreased == null) {
      ledger.release(application.leaf(), machineClass(container.getContainerId()), freed);
    } else if (!freed.equals(Resources.none())) {
      Resource left = decreased.getContainer().getResource();
      String machineClass = machineClass(decreased.getContainerId());
      ledger.release(application.leaf(), machineClass, Resources.add(left, freed));
      ledger.charge(application.leaf(), machineClass, left);
    }
  }

  /**
   * The container that was given for an increase, one task until now, joins the container that it
   * increases.
   */
  @Override
  public List<Container> pullNewlyIncreasedContainers() {
    ShareLedger ledger = queue().ledger();
    newlyIncreasedContainers.forEach(
        (id, given) -> {
          RMContainer grown = getRMContainer(id);
          if (grown != null && holds(given)) {
            Resource before = grown.getContainer().getResource();
            Resource difference = given.getContainer().getResource();
            String machineClass = machineClass(id);
            ledger.release(application.leaf(), machineClass, before);
            ledger.release(application.leaf(), machineClass(given.getContainerId()), difference);
            ledger.charge(application.leaf(), machineClass, Resources.add(before, difference));
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
        setDiagnostics(null); // YARN would take it for the reason of the application's end.
        masterHasEnded = true;
      }
      if (event != RMContainerEventType.RELEASED || !UNFETCHED.contains(rmContainer.getState())) {
        rmContainer.handle(
            new RMContainerFinishedEvent(rmContainer.getContainerId(), status, event));
      }
      if (SchedulerUtils.PREEMPTED_CONTAINER.equals(status.getDiagnostics())) {
        reports.preempted(rmContainer, queue.getMetrics());
      }
      reports.released(rmContainer.getContainer());
      RecordedFacts facts = queue().ledger().facts();
      if (facts != null && application.hasLeaf()) {
        facts.ended(application.leaf(), rmContainer.getContainerId(), status.getExitStatus());
      }
      machineClasses.remove(rmContainer.getContainerId());
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
        if (application.hasLeaf()) {
          queue()
              .ledger()
              .charge(application.leaf(), machineClass(container.getContainerId()), amount);
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

  // -------------------------------------------------------------------------------- reservations

  /** Returns the attempt of ours that has a reservation. */
  public static AppAttempt of(Reservation reservation) {
    return (AppAttempt) reservation.attempt();
  }

  /** Makes the container, in state RESERVED, by which YARN knows a reservation. */
  private RMContainer standFor(Reservation reservation) {
    RMContainerImpl container =
        newContainer(
            reservation.node(), reservation.key(), reservation.resource(), reservation.partition());
    container.handle(
        new RMContainerReservedEvent(
            container.getContainerId(),
            Resources.clone(reservation.resource()),
            reservation.node().getNodeID(),
            reservation.key()));
    return container;
  }

  /** Returns how many containers of a request may be given, whatever is pending. */
  private int members(SchedulerRequestKey key) {
    Gang collecting = gang;
    return collecting == null || waitsForMaster() ? Integer.MAX_VALUE : collecting.missing(key);
  }

  /**
   * Returns whether each reservation has to be checked, since demand or refused nodes have changed
   * after the previous call so that one may be unwanted. Under the scheduler's write lock.
   */
  public boolean isReservationCheckDue() {
    return reserved.isCheckDue(demand.narrowings(), refusals());
  }

  @Override
  public List<RMContainer> getReservedContainers() {
    return reserved.list().stream().map(Reservation::container).filter(Objects::nonNull).toList();
  }

  @Override
  public int getNumReservedContainers(SchedulerRequestKey key) {
    readLock.lock();
    try {
      return reserved.count(key);
    } finally {
      readLock.unlock();
    }
  }

  @Override
  public Resource getCurrentReservation() {
    Resource total = reserved.total();
    Gang collecting = gang;
    return collecting == null ? total : Resources.add(total, collecting.kept());
  }

  @Override
  public ApplicationResourceUsageReport getResourceUsageReport() {
    writeLock.lock();
    try {
      ApplicationResourceUsageReport report = super.getResourceUsageReport();
      report.setNumReservedContainers(reserved.count() + (gang == null ? 0 : gang.withRoom()));
      report.setReservedResources(getCurrentReservation());
      report.setNeededResources(
          Resources.add(report.getUsedResources(), report.getReservedResources()));
      return report;
    } finally {
      writeLock.unlock();
    }
  }

  // ------------------------------------------------------------------------- resizes and notices

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
}
