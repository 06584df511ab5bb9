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
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAppUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of application masters: what they ask for and give back is noted, and what was granted
 * since the last call is the answer. Any thread; a call takes the scheduler's lock only where it
 * may complete containers.
 */
final class AllocationService {
  private static final Logger LOG = LoggerFactory.getLogger(AllocationService.class);

  private final SharedState state;
  private final YarnOperations yarn;
  private final ContainerService containers;
  private final boolean autoCorrectsAsks;

  /**
   * @param autoCorrectsAsks whether YARN reduces what masters ask for by what they did not fetch
   */
  AllocationService(
      SharedState state,
      YarnOperations yarn,
      ContainerService containers,
      boolean autoCorrectsAsks) {
    this.state = state;
    this.yarn = yarn;
    this.containers = containers;
    this.autoCorrectsAsks = autoCorrectsAsks;
  }

  Allocation allocate(
      AppAttempt attempt,
      List<ResourceRequest> ask,
      List<ContainerId> release,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    OwnContainers.retain(attempt, updates);
    resize(attempt, updates);
    yarn.normalize(ask, attempt.getQueueName());
    attempt.recordContainerRequestTime(state.clock().getAsLong());
    yarn.release(OwnContainers.of(attempt, release), attempt);
    attempt.updateBlacklist(blacklistAdditions, blacklistRemovals);
    updateHeadroom(attempt);
    // Both may complete containers, and the scheduler's lock comes before the attempt's.
    boolean completes = autoCorrectsAsks || attempt.resizes().areUnfetched();
    if (completes) {
      state.writeLock().lock();
    }
    boolean refuses = !isEmpty(blacklistAdditions) || !isEmpty(blacklistRemovals);
    try {
      // What this call asks for must not be part of its own answer: YARN takes a container in the
      // answer to the call that asks for the master's container for a fault.
      return state
          .inbox()
          .during(
              attempt,
              ask,
              () -> {
                yarn.autoCorrect(ask, attempt);
                attempt.updateResourceRequests(ask);
                attempt.reserved().notePlaces(ask, refuses);
                return answer(attempt, completes);
              });
    } finally {
      if (completes) {
        state.writeLock().unlock();
      }
    }
  }

  /**
   * A new resize of a container replaces an older increase that has not been fetched. Nothing may
   * end meanwhile: nothing would take back what an attempt resizes after its end.
   */
  private void resize(AppAttempt attempt, ContainerUpdates updates) {
    if (isEmpty(updates)) {
      return;
    }
    state.writeLock().lock();
    try {
      if (attempt.isStopped()) {
        return;
      }
      attempt.resizes().note();
      Stream.concat(updates.getIncreaseRequests().stream(), updates.getDecreaseRequests().stream())
          .forEach(update -> containers.cancelIncrease(update.getContainerId()));
      yarn.update(attempt, updates);
      state.inbox().increasesChanged(attempt);
    } finally {
      state.writeLock().unlock();
    }
  }

  private static boolean isEmpty(@Nullable List<?> list) {
    return list == null || list.isEmpty();
  }

  private static boolean isEmpty(ContainerUpdates updates) {
    return updates.getIncreaseRequests().isEmpty()
        && updates.getDecreaseRequests().isEmpty()
        && updates.getPromotionRequests().isEmpty()
        && updates.getDemotionRequests().isEmpty();
  }

  /**
   * @param mayComplete whether the scheduler's lock is held. What a resize frees must be given back
   *     together with it: left to the background, it might come after the attempt's end
   */
  private Allocation answer(AppAttempt attempt, boolean mayComplete) {
    List<Container> granted = attempt.pullNewlyAllocatedContainers();
    if (!granted.isEmpty()) {
      attempt.recordContainerAllocationTime(state.clock().getAsLong());
    }
    List<Container> previous = attempt.pullPreviousAttemptContainers();
    List<Container> increased = mayComplete ? attempt.pullNewlyIncreasedContainers() : List.of();
    List<Container> decreased = mayComplete ? attempt.pullNewlyDecreasedContainers() : List.of();
    List<Container> promoted = attempt.pullNewlyPromotedContainers();
    List<Container> demoted = attempt.pullNewlyDemotedContainers();
    return new Allocation(
        granted,
        attempt.getHeadroom(),
        attempt.containersToBePreempted(),
        null,
        null,
        attempt.pullUpdatedNMTokens(),
        increased,
        decreased,
        promoted,
        demoted,
        previous,
        null);
  }

  /**
   * Works out what an attempt may still be given. While a decision is under way it is left as it
   * was: masters call all the time, and neither they nor the decision should wait.
   */
  private void updateHeadroom(AppAttempt attempt) {
    Resource unusable = unusable(attempt);
    if (!attempt.knowsHeadroom()) {
      state.readLock().lock();
    } else if (!state.readLock().tryLock()) {
      return;
    }
    try {
      Application application = attempt.application();
      attempt.updateHeadroom(
          application.hasLeaf()
              ? attempt.queue().ledger().headroom(application, unusable)
              : Resources.none());
    } finally {
      state.readLock().unlock();
    }
  }

  /** Returns what is free where an attempt does not want to go; null if it would go anywhere. */
  private @Nullable Resource unusable(AppAttempt attempt) {
    if (!attempt.hasRefusedPlaces() || attempt.getBlacklistedNodes().isEmpty()) {
      return null;
    }
    Resource unusable = Resources.createResource(0, 0);
    state
        .nodes()
        .getNodes(node -> SchedulerAppUtils.isPlaceBlacklisted(attempt, node, LOG))
        .forEach(node -> Resources.addTo(unusable, node.getUnallocatedResource()));
    return unusable;
  }
}
