// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * The increases and decreases of one attempt's containers.
 *
 * <p>YARN increases a container by a second container of the missing size, and decreases it by a
 * stand-in, which holds nothing until it takes over what is no longer needed. Both wait until the
 * application master fetches the change; then they are given back with what is left in them. Under
 * the scheduler's write lock, so that attempt and container do not end in between.
 */
public final class AttemptResizes {
  /** The container that is decreased, by the id of its stand-in. */
  private final Map<ContainerId, RMContainer> decreased = new ConcurrentHashMap<>();

  /** False for most attempts. */
  private volatile boolean hasAskedForResizes;

  private final SchedulerApplicationAttempt attempt;
  private final Lock attemptLock;
  private final AppSchedulingInfo requests;
  private final Map<ContainerId, RMContainer> newlyIncreased;
  private final Map<ContainerId, RMContainer> newlyDecreased;
  private final List<RMContainer> toGiveBack;

  /**
   * @param attemptLock the attempt's write lock
   * @param requests YARN's table of the attempt's requests
   * @param newlyIncreased increases that were granted and not fetched; guarded by the attempt's
   *     monitor, like the next two
   * @param newlyDecreased the stand-ins of decreases that were not fetched
   * @param toGiveBack resources granted for increases that have become impossible
   */
  public AttemptResizes(
      SchedulerApplicationAttempt attempt,
      Lock attemptLock,
      AppSchedulingInfo requests,
      Map<ContainerId, RMContainer> newlyIncreased,
      Map<ContainerId, RMContainer> newlyDecreased,
      List<RMContainer> toGiveBack) {
    this.attempt = attempt;
    this.attemptLock = attemptLock;
    this.requests = requests;
    this.newlyIncreased = newlyIncreased;
    this.newlyDecreased = newlyDecreased;
    this.toGiveBack = toGiveBack;
  }

  /** Notes that the application master has asked to change a container. */
  public void note() {
    hasAskedForResizes = true;
  }

  /** Returns whether the application master has ever asked to change a container. */
  public boolean areAskedFor() {
    return hasAskedForResizes;
  }

  /**
   * Returns whether increases or decreases wait to be carried out, or what was given for an
   * increase that is impossible by now waits to be given back.
   */
  public boolean areUnfetched() {
    synchronized (attempt) {
      return !newlyIncreased.isEmpty() || !newlyDecreased.isEmpty() || !toGiveBack.isEmpty();
    }
  }

  /** Returns what was given to increase a container and not fetched yet, or null. */
  public @Nullable RMContainer unfetchedIncrease(ContainerId container) {
    synchronized (attempt) {
      return newlyIncreased.get(container);
    }
  }

  /**
   * Notes a stand-in.
   *
   * @param container what is decreased by it
   */
  public void addStandIn(ContainerId standIn, RMContainer container) {
    decreased.put(standIn, container);
  }

  /** Returns what a stand-in decreases, or null if the container is none. */
  public @Nullable RMContainer decreasedBy(ContainerId container) {
    return decreased.get(container);
  }

  /** Returns the ids of the stand-ins whose decreases have not been fetched. */
  public Set<ContainerId> standIns() {
    return decreased.keySet();
  }

  /** Forgets a stand-in; returns what is decreased by it, or null if the container is none. */
  public @Nullable RMContainer removeStandIn(ContainerId container) {
    return decreased.remove(container);
  }

  /** Returns the key by which YARN asks for the increase of a container. */
  public static SchedulerRequestKey increaseKey(RMContainer container) {
    return SchedulerRequestKey.create(
        UpdateContainerRequest.newInstance(
            0, container.getContainerId(), ContainerUpdateType.INCREASE_RESOURCE, null, null),
        container.getAllocatedSchedulerKey());
  }

  /** Withdraws what is still asked for in order to increase a container. */
  public void cancelIncrease(RMContainer container) {
    attemptLock.lock();
    try {
      SchedulerRequestKey key = increaseKey(container);
      AppPlacementAllocator<SchedulerNode> placement = attempt.getAppPlacementAllocator(key);
      // YARN keeps the object after the increase is granted, then without a request.
      ResourceRequest pending =
          placement == null ? null : placement.getResourceRequests().get(ResourceRequest.ANY);
      if (pending != null) {
        ResourceRequest none = ResourceRequest.clone(pending);
        none.setNumContainers(0);
        requests.updateResourceRequests(Map.of(key, Map.of(ResourceRequest.ANY, none)), false);
      }
    } finally {
      attemptLock.unlock();
    }
  }

  /** Cancels the resizes of a container that ends, and those that use it. */
  public void callOff(RMContainer ended) {
    // A resize that is cancelled may be one of a former attempt.
    if (areUnfetched()) {
      forget(ended);
    }
    if (hasAskedForResizes) {
      cancelIncrease(ended);
      askForIncreaseAgain(ended);
    }
  }

  private void forget(RMContainer ended) {
    synchronized (attempt) {
      newlyIncreased.values().remove(ended);
      newlyDecreased.values().remove(ended);
    }
  }

  /**
   * Asks once more for an increase whose second container was killed before the application master
   * fetched it. YARN would ask for a container of that size instead.
   */
  private void askForIncreaseAgain(RMContainer ended) {
    SchedulerRequestKey key = ended.getAllocatedSchedulerKey();
    ContainerRequest request = ended.getContainerRequest();
    if (request == null || key.getContainerToUpdate() == null) {
      return;
    }
    ((RMContainerImpl) ended).setContainerRequest(null);
    if (attempt.getLiveContainersMap().containsKey(key.getContainerToUpdate())
        && !attempt.isStopped()) {
      Map<String, ResourceRequest> byPlace = new HashMap<>();
      request.getResourceRequests().forEach(ask -> byPlace.put(ask.getResourceName(), ask));
      requests.updateResourceRequests(Map.of(key, byPlace), false);
    }
  }
}
