// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.demand.FeasibilityCheck;
import io.github.yarnfair.scheduler.gang.Gangs;
import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ClusterNodeTracker;
import org.jspecify.annotations.Nullable;

/**
 * The state that the services of one scheduler share. They change it under the write lock; each
 * member that may be read without a lock states it.
 *
 * @param currentContext returns the context that the scheduler was given last
 * @param readLock the scheduler's
 * @param writeLock the scheduler's
 * @param clock returns the time, in milliseconds
 */
public record SharedState(
    Supplier<RMContext> currentContext,
    Lock readLock,
    WriteLock writeLock,
    LongSupplier clock,
    ClusterNodeTracker<ClusterNode> nodes,
    Applications applications,
    ResourceVectors vectors,
    NodeShapes shapes,
    FeasibilityCheck feasibility,
    DemandInbox inbox,
    Reservations reservations) {

  /**
   * Makes the parts that begin empty.
   *
   * @param mastersMayUseIdleRoom whether masters may run in what is idle of shared partitions
   */
  public static SharedState of(
      Supplier<RMContext> currentContext,
      Lock readLock,
      WriteLock writeLock,
      LongSupplier clock,
      ClusterNodeTracker<ClusterNode> nodes,
      Applications applications,
      boolean mastersMayUseIdleRoom) {
    ResourceVectors vectors = new ResourceVectors();
    NodeShapes shapes = new NodeShapes();
    FeasibilityCheck feasibility =
        new FeasibilityCheck(currentContext.get(), vectors, shapes, nodes::getAllNodes);
    Reservations reservations = new Reservations(vectors, new Gangs(clock));
    return new SharedState(
        currentContext,
        readLock,
        writeLock,
        clock,
        nodes,
        applications,
        vectors,
        shapes,
        feasibility,
        new DemandInbox(feasibility, reservations, clock, mastersMayUseIdleRoom),
        reservations);
  }

  /** Returns the ResourceManager's context. Any thread. */
  RMContext context() {
    return currentContext.get();
  }

  /**
   * Returns YARN's record of an application, or null. A context that has no records, as a partly
   * built one, does not keep an application from being refused.
   */
  @Nullable RMApp app(ApplicationId id) {
    Map<ApplicationId, RMApp> all = context().getRMApps();
    return all == null ? null : all.get(id);
  }

  /**
   * Returns whether the calling thread may change the state. The methods of services that need the
   * lock assert it.
   */
  boolean isLocked() {
    return writeLock.isHeldByCurrentThread();
  }

  /** Returns what all registered nodes have. */
  Resource clusterResource() {
    return nodes.getClusterCapacity();
  }

  /** Sends an event to the ResourceManager. */
  @SuppressWarnings("unchecked")
  void send(Event<?> event) {
    context().getDispatcher().getEventHandler().handle(event);
  }
}
