// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * A node that waits until it has room for one request. It takes nothing from the free resources and
 * charges nothing to the share tree: the request is still pending and may be served elsewhere.
 */
public final class Reservation {
  private final SchedulerApplicationAttempt attempt;
  private final FairQueue queue;
  private final ClusterNode node;
  private final Ask ask;
  private final long[] inTree;
  private final Function<Reservation, RMContainer> standIn;

  @GuardedBy("this")
  private @Nullable RMContainer container;

  @GuardedBy("this")
  private boolean ended;

  /**
   * @param queue in which the reservation is counted
   * @param standIn makes the container, in state RESERVED, by which YARN knows a reservation
   */
  Reservation(
      SchedulerApplicationAttempt attempt,
      FairQueue queue,
      ClusterNode node,
      Ask ask,
      Function<Reservation, RMContainer> standIn) {
    this.attempt = attempt;
    this.queue = queue;
    this.node = node;
    this.ask = ask;
    this.standIn = standIn;
    MachineClasses classes = queue.ledger().classes();
    inTree = classes.amounts(classes.number(node.machineClass()), ask.amounts());
  }

  /** Returns whose request it is for: an attempt of ours, which {@code AppAttempt.of} returns. */
  public SchedulerApplicationAttempt attempt() {
    return attempt;
  }

  public SchedulerRequestKey key() {
    return ask.key();
  }

  public ClusterNode node() {
    return node;
  }

  /** Returns the queue in which it is counted. */
  public FairQueue queue() {
    return queue;
  }

  /** Returns the node label that the request asks for. */
  public String partition() {
    return ask.partition();
  }

  public Resource resource() {
    return ask.capability();
  }

  /**
   * Returns the container, in state RESERVED, by which YARN knows the reservation, or null if it
   * has ended. Its id is never used for a container that runs. It is made at the first call of this
   * method; most reservations end before that.
   */
  synchronized @Nullable RMContainer container() {
    if (container == null && !ended) {
      container = standIn.apply(this);
    }
    return container;
  }

  /** Returns whether YARN knows the reservation by a container. */
  public synchronized boolean isKnownBy(RMContainer reserved) {
    return container == reserved;
  }

  /** Returns whether neither it nor its container, if any, has ended. */
  public synchronized boolean stands() {
    return !ended && (container == null || container.getState() == RMContainerState.RESERVED);
  }

  /** Ends the container as well, if there is one. */
  public synchronized void end(RMContainerEventType how) {
    ended = true;
    if (container != null) {
      container.handle(new RMContainerEvent(container.getContainerId(), how));
    }
  }

  /** Returns how much of a resource type the request asks for. */
  public long amount(int type) {
    return ask.amounts()[type];
  }

  /** Returns what it counts in the queues, in the share tree's amounts; not to be changed. */
  public long[] inTree() {
    return inTree;
  }

  /** Returns what the request asks for, by resource type; not to be changed. */
  public long[] amounts() {
    return ask.amounts();
  }

  /** Returns whether the request has placement constraints. */
  public boolean isConstrained() {
    return ask.isConstrained();
  }

  public boolean isFor(SchedulerApplicationAttempt otherAttempt, SchedulerRequestKey otherKey) {
    return attempt.equals(otherAttempt) && ask.key().equals(otherKey);
  }

  @Override
  public String toString() {
    return "%s reserved on %s for %s"
        .formatted(ask.capability(), node.getNodeID(), attempt.getApplicationId());
  }
}
