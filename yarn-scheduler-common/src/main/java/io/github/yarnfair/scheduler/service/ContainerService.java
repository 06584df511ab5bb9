// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends containers: completed, released, expired, killed, preempted. Under the scheduler's write
 * lock, except {@link #completed} and {@link #kill}, which take it.
 */
public final class ContainerService {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerService.class);

  private final SharedState state;
  private final YarnOperations yarn;
  private final StartService starts;

  ContainerService(SharedState state, YarnOperations yarn, StartService starts) {
    this.state = state;
    this.yarn = yarn;
    this.starts = starts;
  }

  void complete(RMContainer container, String diagnostics, RMContainerEventType event) {
    completed(
        container,
        SchedulerUtils.createAbnormalContainerStatus(container.getContainerId(), diagnostics),
        event);
  }

  /** A failure with one container does not lose the others of the same report. */
  public void completed(
      @Nullable RMContainer container, ContainerStatus status, RMContainerEventType event) {
    state.writeLock().lock();
    try {
      boolean isAskedForAgain = false;
      if (container == null || container.getExecutionType() != ExecutionType.GUARANTEED) {
        yarn.complete(container, status, event);
      } else {
        // YARN would also look for a reservation of the node for it: a container that grows has
        // none.
        giveBack(container, status, event);
        isAskedForAgain = askAgain(container);
      }
      AppAttempt attempt = state.applications().currentAttempt(status.getContainerId());
      if (attempt != null && container != null && attempt.resizes().areAskedFor()) {
        state.inbox().increasesChanged(attempt, container);
      } else if (attempt != null && isAskedForAgain) {
        state.inbox().changed(attempt);
      }
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} of {} could not be completed", event, status.getContainerId(), e);
    } finally {
      state.writeLock().unlock();
    }
  }

  /** Requests a container again, once, if its master never fetched it. */
  private boolean askAgain(RMContainer container) {
    ContainerRequest request = container.getContainerRequest();
    if (request == null) {
      return false;
    }
    ((RMContainerImpl) container).setContainerRequest(null);
    AppAttempt attempt = state.applications().currentAttempt(container.getContainerId());
    boolean isWanted = !yarn.autoCorrectsAsks() || container.getState() != RMContainerState.EXPIRED;
    if (isWanted && attempt != null) {
      attempt.recoverResourceRequestsForContainer(request);
    }
    return isWanted;
  }

  /** Releases a container in its attempt, its queues and its node. */
  public void giveBack(RMContainer container, ContainerStatus status, RMContainerEventType event) {
    assert state.isLocked();
    if (container.getState() == RMContainerState.RESERVED) {
      state.reservations().drop(container, event);
      return;
    }
    ContainerId id = container.getContainerId();
    ClusterNode node = state.nodes().getNode(container.getContainer().getNodeId());
    AppAttempt attempt = state.applications().currentAttempt(id);
    RMContainer decreased = attempt == null ? null : attempt.resizes().decreasedBy(id);
    boolean wasHeld = attempt != null && attempt.remove(container);
    if (attempt != null && wasHeld) {
      attempt.release(container, decreased);
    }
    if (node != null) {
      node.releaseContainer(id, false);
    }
    if (attempt != null && wasHeld) {
      attempt.end(container, status, event);
      starts.ended(attempt, container, event);
    }
  }

  public void expired(ContainerExpiredSchedulerEvent event) {
    assert state.isLocked();
    RMContainer container = state.applications().container(event.getContainerId());
    AppAttempt attempt = state.applications().currentAttempt(event.getContainerId());
    if (attempt == null || container == null) {
      LOG.info("{} expired and is gone already", event.getContainerId());
    } else if (event.isIncrease()) {
      cancelIncrease(event.getContainerId());
      yarn.rollBackUpdate(event.getContainerId());
      state.inbox().increasesChanged(attempt, container);
      if (attempt.isStopped()) {
        attempt.pullNewlyDecreasedContainers(); // No master is there to fetch it.
      }
    } else {
      complete(container, SchedulerUtils.EXPIRED_CONTAINER, RMContainerEventType.EXPIRE);
    }
  }

  /** Takes back an increase that was asked for, or granted and not fetched. */
  void cancelIncrease(ContainerId container) {
    assert state.isLocked();
    AppAttempt attempt = state.applications().currentAttempt(container);
    if (attempt == null) {
      return;
    }
    RMContainer increased = attempt.getRMContainer(container);
    if (increased != null) {
      attempt.resizes().cancelIncrease(increased);
    }
    RMContainer granted = attempt.resizes().unfetchedIncrease(container);
    if (granted != null) {
      ((RMContainerImpl) granted).setContainerRequest(null);
      complete(granted, SchedulerUtils.RELEASED_CONTAINER, RMContainerEventType.RELEASED);
    }
  }

  /** YARN sends it of an over-committed node, where no other container can replace this one. */
  public void markForPreemption(ContainerPreemptEvent event) {
    assert state.isLocked();
    AppAttempt attempt = state.applications().currentAttempt(event.getAppId());
    if (attempt != null && attempt.holds(event.getContainer())) {
      attempt.preemption().insist(event.getContainer());
    }
  }

  /**
   * Ends a container that its application holds. Does nothing for a container that its node has
   * reported again since it was chosen, and for a stand-in: ending it would free nothing and cancel
   * the decrease.
   */
  public void preempt(RMContainer container) {
    assert state.isLocked();
    if (state.applications().isHeld(container)) {
      completed(
          container,
          SchedulerUtils.createPreemptedContainerStatus(
              container.getContainerId(), SchedulerUtils.PREEMPTED_CONTAINER),
          RMContainerEventType.KILL);
    }
  }

  public void release(RMContainer container) {
    complete(container, SchedulerUtils.RELEASED_CONTAINER, RMContainerEventType.RELEASED);
  }

  public void kill(RMContainer container) {
    completed(
        container,
        SchedulerUtils.createKilledContainerStatus(
            container.getContainerId(), "Killed by the ResourceManager"),
        RMContainerEventType.KILL);
  }
}
