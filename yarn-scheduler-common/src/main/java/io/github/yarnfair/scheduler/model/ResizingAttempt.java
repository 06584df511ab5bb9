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

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerError;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * An attempt as far as its containers grow and shrink.
 *
 * <p>YARN increases a container by a second one that it gives what is missing, and decreases it by
 * a stand-in, which holds nothing until it takes over what is no longer needed. Both wait until the
 * application master fetches the change; then they are given back with what is left in them. Under
 * the scheduler's write lock, so that attempt and container do not end in between.
 */
abstract class ResizingAttempt extends SchedulerApplicationAttempt {
  /** What is decreased, by the id of its stand-in. */
  private final Map<ContainerId, RMContainer> decreased = new ConcurrentHashMap<>();

  /** Most attempts never ask. */
  private volatile boolean hasAskedForResizes;

  ResizingAttempt(ApplicationAttemptId id, String user, LeafQueue queue, RMContext rmContext) {
    super(id, user, queue, queue.getAbstractUsersManager(), rmContext);
  }

  /** Notes that the application master has asked to change a container. */
  public final void noteResizes() {
    hasAskedForResizes = true;
  }

  /** Tells the application master, at its next call, that a change of a container is refused. */
  public final void refuseUpdate(UpdateContainerRequest request, String reason) {
    addToUpdateContainerErrors(UpdateContainerError.newInstance(reason, request));
  }

  /** Returns whether the application master has ever asked to change a container. */
  public final boolean hasAskedForResizes() {
    return hasAskedForResizes;
  }

  /**
   * Returns whether increases or decreases wait to be carried out, or what was given for an
   * increase that is impossible by now waits to be given back.
   */
  public final synchronized boolean hasUnfetchedResizes() {
    return !newlyIncreasedContainers.isEmpty()
        || !newlyDecreasedContainers.isEmpty()
        || !tempContainerToKill.isEmpty();
  }

  /** Returns what was given to increase a container and not fetched yet, or null. */
  public final synchronized @Nullable RMContainer unfetchedIncrease(ContainerId container) {
    return newlyIncreasedContainers.get(container);
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
      decreased.put(id, rmContainer);
    }
  }

  /** Returns what a stand-in decreases, or null if the container is none. */
  public final @Nullable RMContainer decreasedBy(ContainerId container) {
    return decreased.get(container);
  }

  /** Returns the ids of the stand-ins whose decreases have not been fetched. */
  public final Set<ContainerId> standIns() {
    return decreased.keySet();
  }

  /** Forgets a stand-in; returns what is decreased by it, or null if the container is none. */
  final @Nullable RMContainer removeStandIn(ContainerId container) {
    return decreased.remove(container);
  }

  /** Returns the keys of the requests to increase containers. */
  final List<SchedulerRequestKey> increaseKeys() {
    Collection<SchedulerRequestKey> keys = getSchedulerKeys();
    // They come after all others: as YARN keeps the keys in order, these need not be looked at.
    Stream<SchedulerRequestKey> lastFirst =
        keys instanceof NavigableSet<SchedulerRequestKey> inOrder
            ? inOrder.descendingSet().stream().takeWhile(key -> key.getContainerToUpdate() != null)
            : keys.stream().filter(key -> key.getContainerToUpdate() != null);
    return lastFirst.toList();
  }

  /** Withdraws what is still asked for in order to increase a container. */
  public final void cancelIncrease(ContainerId container) {
    writeLock.lock();
    try {
      for (SchedulerRequestKey key : increaseKeys()) {
        AppPlacementAllocator<ClusterNode> placement = getAppPlacementAllocator(key);
        if (container.equals(key.getContainerToUpdate()) && placement != null) {
          ResourceRequest none =
              ResourceRequest.clone(placement.getResourceRequests().get(ResourceRequest.ANY));
          none.setNumContainers(0);
          appSchedulingInfo.updateResourceRequests(
              Map.of(key, Map.of(ResourceRequest.ANY, none)), false);
        }
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** What was to change a container that ends, or by one that ends, must not change any more. */
  final void callOffResizes(RMContainer ended) {
    // What is taken back may also be what a former attempt had asked for.
    if (hasUnfetchedResizes()) {
      forget(ended);
    }
    if (hasAskedForResizes) {
      cancelIncrease(ended.getContainerId());
      askForIncreaseAgain(ended);
    }
  }

  private synchronized void forget(RMContainer ended) {
    newlyIncreasedContainers.values().remove(ended);
    newlyDecreasedContainers.values().remove(ended);
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
    if (liveContainers.containsKey(key.getContainerToUpdate()) && !isStopped()) {
      Map<String, ResourceRequest> byPlace = new HashMap<>();
      request.getResourceRequests().forEach(ask -> byPlace.put(ask.getResourceName(), ask));
      appSchedulingInfo.updateResourceRequests(Map.of(key, byPlace), false);
    }
  }
}
