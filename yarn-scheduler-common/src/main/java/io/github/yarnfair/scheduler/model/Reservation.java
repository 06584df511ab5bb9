// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * A node that waits until it has room for one request. It takes nothing from the free resources and
 * charges nothing to the share tree: the request is still pending and may be served elsewhere.
 */
public final class Reservation {
  private final Application application;
  private final AppAttempt attempt;
  private final ClusterNode node;
  private final LeafQueue queue;
  private final Ask ask;
  private final long[] inTree;

  @GuardedBy("this")
  private @Nullable RMContainer container;

  @GuardedBy("this")
  private boolean ended;

  Reservation(Application application, ClusterNode node, Ask ask) {
    this.application = application;
    attempt = application.getCurrentAppAttempt();
    this.node = node;
    this.ask = ask;
    queue = application.queue();
    MachineClasses classes = queue.ledger().classes();
    inTree = classes.amounts(classes.number(node.machineClass()), ask.amounts());
  }

  public Application application() {
    return application;
  }

  public AppAttempt attempt() {
    return attempt;
  }

  public SchedulerRequestKey key() {
    return ask.key();
  }

  public ClusterNode node() {
    return node;
  }

  /** Returns the queue in which it is counted. */
  public LeafQueue queue() {
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
      container = attempt.reserved().standFor(this);
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

  /** Returns whether the request has placement constraints that the node does not satisfy now. */
  public boolean isAgainstConstraints() {
    return ask.isConstrained() && !LocalityRules.mayEverPlace(attempt, ask.key(), node);
  }

  public boolean isFor(AppAttempt otherAttempt, SchedulerRequestKey otherKey) {
    return application == otherAttempt.application()
        && attempt.equals(otherAttempt)
        && ask.key().equals(otherKey);
  }

  @Override
  public String toString() {
    return "%s reserved on %s for %s"
        .formatted(ask.capability(), node.getNodeID(), application.id());
  }
}
