// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.ask.AttemptConstraints;
import io.github.yarnfair.scheduler.ask.IdleRoomDelay;
import io.github.yarnfair.scheduler.ask.QueueClasses;
import io.github.yarnfair.scheduler.master.AttemptMaster;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerReservedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** One attempt of an application: its requests and the containers that it holds. */
public final class AppAttempt extends ChargedAttempt {
  private volatile boolean knowsHeadroom;

  /** Under the scheduler's write lock. */
  private boolean waitsToRun;

  /** Null unless its first containers start together and have not. */
  private volatile @Nullable Gang gang;

  private final Application application;
  private final IdleRoomDelay idleRoomDelay = new IdleRoomDelay();
  private final AttemptDemand demand;
  private final AttemptReservations reserved;
  private final AttemptConstraints constraints;
  private final AttemptMaster master;

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
    super(id, application.getUser(), application.queue(), rmContext, clock);
    this.application = application;
    master = new AttemptMaster(this, application::isUnmanagedAM, rmContext);
    demand = new AttemptDemand(this, writeLock);
    reserved = new AttemptReservations(this, readLock, writeLock, this::members, this::standFor);
    constraints =
        new AttemptConstraints(
            this,
            appSchedulingInfo,
            rmContext,
            mostFailures,
            application.queue().ledger().vectors());
  }

  // ----------------------------------------------------------------------------------- its parts

  /** Returns what the ResourceManager knows of the attempt's master. */
  public AttemptMaster master() {
    return master;
  }

  /** Returns what the attempt asks for. */
  public AttemptDemand demand() {
    return demand;
  }

  /** Returns the nodes that are reserved for the attempt. */
  public AttemptReservations reserved() {
    return reserved;
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

  /** Returns how long its requests wait before they use what is idle in shared partitions. */
  public IdleRoomDelay idleRoomDelay() {
    return idleRoomDelay;
  }

  public Application application() {
    return application;
  }

  // ----------------------------------------------------------------------- nodes that it may use

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

  /** Returns whether limits of running applications keep all its requests waiting. */
  public boolean waitsToRun() {
    return waitsToRun;
  }

  /** Sets whether the requests wait; if not, removes the reason from the diagnostics. */
  public void setWaitsToRun(boolean waits) {
    if (waitsToRun && !waits) {
      master.setWaitReason(null);
    }
    waitsToRun = waits;
  }

  /** Returns whether the pending request is for the master's container. */
  public boolean waitsForMaster() {
    return master.isAwaited();
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
      reports().headroom(most);
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
      start(rmContainer, node, waitsForMaster());
      if (type != NodeType.OFF_SWITCH) {
        // A request waits for its places once, not again for each container.
        resetSchedulingOpportunities(key);
      }
      reports().allocated(rmContainer.getContainer(), type, requested);
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
      start(rmContainer, node, waitsForMaster());
      reports().allocated(rmContainer.getContainer(), NodeType.OFF_SWITCH, NodeType.OFF_SWITCH);
      return rmContainer;
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  int leaf() {
    return application.leaf();
  }

  @Override
  QueueClasses queueClasses() {
    return queue().classes();
  }

  @Override
  void masterMoved(String partition) {
    queue().masters().changePartition(this, partition);
  }

  @Override
  void masterEnds() {
    master.end();
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
}
