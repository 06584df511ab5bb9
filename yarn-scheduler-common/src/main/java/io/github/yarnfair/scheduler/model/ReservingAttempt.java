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
package io.github.yarnfair.scheduler.model;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerReservedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** What of an attempt is about the nodes that are reserved for it. */
abstract class ReservingAttempt extends ResizingAttempt {
  /** Whether other nodes are refused than when reservations were last looked at. */
  private volatile boolean refusesOtherNodes;

  /** Whether a request for which nodes are reserved is since for less than these, or otherwise. */
  private boolean asksOtherwise;

  /** Whether some request was for certain places only. */
  private volatile boolean isStrict;

  /** Changed under the scheduler's lock and the attempt's. */
  private final AttemptReservations reserved = new AttemptReservations();

  ReservingAttempt(ApplicationAttemptId id, String user, LeafQueue queue, RMContext rmContext) {
    super(id, user, queue, rmContext);
  }

  /** Makes a container in state NEW. */
  final RMContainerImpl newContainer(
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
   * @param ask the caller checked that the node could hold that
   * @return null if the attempt does not want one more like that
   */
  @Nullable Reservation reserve(Application application, ClusterNode node, Ask ask) {
    SchedulerRequestKey key = ask.key();
    Resource capability = ask.capability();
    writeLock.lock();
    try {
      AppPlacementAllocator<ClusterNode> placement = getAppPlacementAllocator(key);
      if (isStopped()
          || placement == null
          || !placement.getPrimaryRequestedNodePartition().equals(ask.partition())
          || !wantsMoreThanReserved(key, capability, 1)) {
        return null;
      }
      Reservation made =
          new Reservation(application, key, node, ask.partition(), capability, ask.amounts());
      reserved.add(made);
      queue.getMetrics().reserveResource(ask.partition(), getUser(), capability);
      return made;
    } finally {
      writeLock.unlock();
    }
  }

  /** Lets a reservation go. */
  void unreserve(Reservation dropped) {
    writeLock.lock();
    try {
      reserved.remove(dropped);
      queue.getMetrics().unreserveResource(dropped.partition(), getUser(), dropped.resource());
    } finally {
      writeLock.unlock();
    }
  }

  /** Makes the container, in state RESERVED, by which YARN knows a reservation. */
  RMContainer standFor(Reservation reservation) {
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

  /** Returns what nodes are reserved for, for who holds the scheduler's write lock. Not a copy. */
  public AttemptReservations reserved() {
    return reserved;
  }

  /** Returns the reservations for what the attempt asks for. */
  public List<Reservation> reservations() {
    readLock.lock();
    try {
      return List.copyOf(reserved.all());
    } finally {
      readLock.unlock();
    }
  }

  @Override
  public List<RMContainer> getReservedContainers() {
    return reservations().stream().map(Reservation::container).filter(Objects::nonNull).toList();
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
  public ApplicationResourceUsageReport getResourceUsageReport() {
    writeLock.lock();
    try {
      ApplicationResourceUsageReport report = super.getResourceUsageReport();
      report.setNumReservedContainers(reserved.count());
      report.setReservedResources(reserved.total());
      report.setNeededResources(
          Resources.add(report.getUsedResources(), report.getReservedResources()));
      return report;
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns what nodes are reserved for, in all partitions together. */
  @Override
  public Resource getCurrentReservation() {
    readLock.lock();
    try {
      return reserved.total();
    } finally {
      readLock.unlock();
    }
  }

  /** Returns whether a reservation is for what the attempt still wants, and not one too many. */
  boolean wants(Reservation reservation) {
    return !isStopped() && wantsMoreThanReserved(reservation.key(), reservation.resource(), 0);
  }

  /** Returns what the share tree was last told that the attempt asks for; nothing once it ended. */
  abstract AskTable asks();

  /**
   * Returns whether reservations must be looked at one by one to see which the attempt still wants.
   * Else it wants of each request as many containers as nodes are reserved for it, of that size and
   * in that partition, and would take them anywhere but on nodes that it refused before. Under the
   * scheduler's write lock.
   */
  boolean mayWantFewerReservations() {
    boolean mayWantFewer = refusesOtherNodes || asksOtherwise || isStrict;
    refusesOtherNodes = false;
    asksOtherwise = false;
    return mayWantFewer && reserved.count() > 0;
  }

  /** Takes note of one request that is another than before: null if nothing is pending of it. */
  final void noteAsk(SchedulerRequestKey key, @Nullable Ask now) {
    Reservation any = reserved.any(key);
    asksOtherwise |=
        any != null
            && (now == null
                || now.containers() < reserved.count(key)
                || !now.isFor(key, any.partition(), any.amounts()));
  }

  /** Takes note that the share tree is told all or nothing of what the attempt asks for. */
  public final void noteOtherAsks() {
    asksOtherwise = true;
  }

  /** Takes note of what a call of the application master says about places. */
  public void notePlaces(List<ResourceRequest> ask, boolean refuses) {
    refusesOtherNodes |= refuses;
    for (ResourceRequest request : ask) {
      isStrict |= !request.getRelaxLocality();
    }
  }

  /**
   * Returns whether more containers of a request are pending than nodes are reserved for it: then
   * one container more has changed neither what the attempt wants nor what is reserved. Under the
   * scheduler's write lock.
   */
  public boolean wantsMore(SchedulerRequestKey key) {
    return getOutstandingAsksCount(key) > reserved.count(key);
  }

  private boolean wantsMoreThanReserved(SchedulerRequestKey key, Resource capability, int more) {
    PendingAsk ask = getPendingAsk(key, ResourceRequest.ANY);
    return ask.getCount() >= reserved.count(key) + more
        && ask.getCount() > 0
        && ask.getPerAllocationResource().equals(capability);
  }
}
