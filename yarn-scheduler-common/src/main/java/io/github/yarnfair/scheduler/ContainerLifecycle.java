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

import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FatalErrors;
import io.github.yarnfair.scheduler.preemption.Preemption;
import io.github.yarnfair.scheduler.preemption.PreemptionLook;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of containers after they were granted: fetched, launched, resized, completed,
 * released, expired, preempted; and the calls of the application masters that own them.
 */
abstract class ContainerLifecycle extends QueueAdministration {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerLifecycle.class);

  /** Containers that are preempted before the lock is left to others. */
  private static final int MOST_ENDED_AT_ONCE = 100;

  private final Preemption preemption = new Preemption();
  private boolean autoCorrectsAsks;

  ContainerLifecycle(String name) {
    super(name);
  }

  @Override
  public void serviceInit(Configuration configuration) throws Exception {
    autoCorrectsAsks =
        configuration.getBoolean(
            YarnConfiguration.RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION);
    super.serviceInit(configuration);
  }

  final void complete(RMContainer container, String diagnostics, RMContainerEventType event) {
    completedContainer(
        container,
        SchedulerUtils.createAbnormalContainerStatus(container.getContainerId(), diagnostics),
        event);
  }

  /** What goes wrong with one container does not lose the others of the same report. */
  @Override
  public void completedContainer(
      @Nullable RMContainer container, ContainerStatus status, RMContainerEventType event) {
    writeLock.lock();
    try {
      boolean isAskedForAgain = false;
      if (container == null || container.getExecutionType() != ExecutionType.GUARANTEED) {
        super.completedContainer(container, status, event);
      } else {
        // YARN would look as well for what its node is reserved for: never for it to grow.
        completedContainerInternal(container, status, event);
        isAskedForAgain = askAgain(container);
      }
      AppAttempt attempt = getCurrentAttemptForContainer(status.getContainerId());
      if (attempt != null && attempt.hasAskedForResizes()) {
        inbox().increasesChanged(attempt);
      } else if (attempt != null && isAskedForAgain) {
        inbox().changed(attempt);
      }
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} of {} could not be completed", event, status.getContainerId(), e);
    } finally {
      writeLock.unlock();
    }
  }

  /** A container that its master never fetched is asked for again, but once. */
  private boolean askAgain(RMContainer container) {
    ContainerRequest request = container.getContainerRequest();
    if (request == null) {
      return false;
    }
    ((RMContainerImpl) container).setContainerRequest(null);
    AppAttempt attempt = getCurrentAttemptForContainer(container.getContainerId());
    boolean isWanted = !autoCorrectsAsks || container.getState() != RMContainerState.EXPIRED;
    if (isWanted && attempt != null) {
      attempt.recoverResourceRequestsForContainer(request);
    }
    return isWanted;
  }

  /** What goes wrong with one container does not lose the others of the same report. */
  @Override
  protected void containerLaunchedOnNode(ContainerId container, SchedulerNode node) {
    try {
      super.containerLaunchedOnNode(container, node);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("The launch of {} could not be noted", container, e);
    }
  }

  /** What goes wrong with one container does not lose the others of the same report. */
  @Override
  protected void containerIncreasedOnNode(
      ContainerId container, SchedulerNode node, Container increased) {
    try {
      super.containerIncreasedOnNode(container, node, increased);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("The increase of {} could not be noted", container, e);
    }
  }

  /** Under the scheduler's write lock. */
  @Override
  protected void completedContainerInternal(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    if (container.getState() == RMContainerState.RESERVED) {
      reservations().drop(container, event);
      return;
    }
    ContainerId id = container.getContainerId();
    ClusterNode node = nodeTracker.getNode(container.getContainer().getNodeId());
    AppAttempt attempt = getCurrentAttemptForContainer(id);
    RMContainer decreased = attempt == null ? null : attempt.decreasedBy(id);
    boolean wasHeld = attempt != null && attempt.remove(container);
    if (attempt != null && wasHeld) {
      attempt.release(container, decreased);
    }
    if (node != null) {
      node.releaseContainer(id, false);
    }
    if (wasHeld) {
      attempt.end(container, status, event);
    }
  }

  final void containerExpired(ContainerExpiredSchedulerEvent event) {
    RMContainer container = getRMContainer(event.getContainerId());
    AppAttempt attempt = getCurrentAttemptForContainer(event.getContainerId());
    if (attempt == null || container == null) {
      LOG.info("{} expired and is gone already", event.getContainerId());
    } else if (event.isIncrease()) {
      cancelIncrease(event.getContainerId());
      rollbackContainerUpdate(event.getContainerId());
      inbox().increasesChanged(attempt);
      if (attempt.isStopped()) {
        attempt.pullNewlyDecreasedContainers(); // No master is there to fetch it.
      }
    } else {
      complete(container, SchedulerUtils.EXPIRED_CONTAINER, RMContainerEventType.EXPIRE);
    }
  }

  final void markForPreemption(ContainerPreemptEvent event) {
    AppAttempt attempt = getApplicationAttempt(event.getAppId());
    if (attempt != null && attempt.holds(event.getContainer())) {
      attempt.markForPreemption(event.getContainer().getContainerId());
    }
  }

  /** Gives back what a resize frees together with the resize itself, if the lock is held. */
  @Override
  public void asyncContainerRelease(RMContainer container) {
    if (writeLock.isHeldByCurrentThread()) {
      complete(container, SchedulerUtils.RELEASED_CONTAINER, RMContainerEventType.RELEASED);
    } else {
      super.asyncContainerRelease(container);
    }
  }

  /**
   * Ends a container that its application holds: not one that its node has reported anew since it
   * was chosen, and no stand-in, whose end would free nothing and call the decrease off.
   */
  final void preempt(RMContainer container) {
    if (isHeld(container)) {
      completedContainer(
          container,
          SchedulerUtils.createPreemptedContainerStatus(
              container.getContainerId(), SchedulerUtils.PREEMPTED_CONTAINER),
          RMContainerEventType.KILL);
    }
  }

  @Override
  final void stopPreemption() {
    writeLock.lock();
    try {
      preemption.stop(new PreemptionActions());
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Plans which containers have to end for applications below their ideal share, warns their
   * masters, and ends those that were warned long enough ago. Any thread; the plan is made without
   * the scheduler's lock.
   */
  final PreemptionMonitor.LookTimes preempt() {
    int round = preemption.round();
    long started = System.nanoTime();
    PreemptionLook look = look();
    long copied = System.nanoTime();
    Map<RMContainer, PreemptionLook.Purpose> chosen = look.plan(policyForPlans());
    long planned = System.nanoTime();
    List<RMContainer> due = follow(chosen, round);
    long longest = Math.max(copied - started, System.nanoTime() - planned);
    for (List<RMContainer> slice : Lists.partition(due, MOST_ENDED_AT_ONCE)) {
      long before = System.nanoTime();
      end(slice);
      longest = Math.max(longest, System.nanoTime() - before);
    }
    long locked = copied - started + System.nanoTime() - planned;
    return new PreemptionMonitor.LookTimes(locked, longest, planned - copied, chosen.size());
  }

  private PreemptionLook look() {
    writeLock.lock();
    try {
      cluster().settle();
      assigner().update();
      return new PreemptionLook(
          queues(), vectors(), preemption.chosen(), nodeTracker.getAllNodes());
    } finally {
      writeLock.unlock();
    }
  }

  private List<RMContainer> follow(Map<RMContainer, PreemptionLook.Purpose> chosen, int round) {
    writeLock.lock();
    try {
      if (round != preemption.round()) {
        return List.of();
      }
      chosen.keySet().removeIf(container -> !isHeld(container));
      PreemptionSettings settings = queues().file().preemption();
      return preemption.follow(chosen, getClock().getTime(), settings, new PreemptionActions());
    } finally {
      writeLock.unlock();
    }
  }

  private void end(List<RMContainer> due) {
    writeLock.lock();
    try {
      due.forEach(container -> preemption.end(container, new PreemptionActions()));
    } finally {
      writeLock.unlock();
    }
  }

  private boolean isHeld(RMContainer container) {
    AppAttempt attempt = getCurrentAttemptForContainer(container.getContainerId());
    return attempt != null && attempt.holds(container);
  }

  private final class PreemptionActions implements Preemption.Actions {
    @Override
    public void warn(RMContainer container) {
      onAttempt(container, AppAttempt::markForPreemption);
    }

    @Override
    public void spare(RMContainer container) {
      onAttempt(container, AppAttempt::unmarkForPreemption);
    }

    @Override
    public void end(RMContainer container) {
      preempt(container);
    }

    private void onAttempt(RMContainer container, BiConsumer<AppAttempt, ContainerId> action) {
      AppAttempt attempt = getCurrentAttemptForContainer(container.getContainerId());
      if (attempt != null) {
        action.accept(attempt, container.getContainerId());
      }
    }
  }

  @Override
  public void killContainer(RMContainer container) {
    completedContainer(
        container,
        SchedulerUtils.createKilledContainerStatus(
            container.getContainerId(), "Killed by the ResourceManager"),
        RMContainerEventType.KILL);
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId id,
      List<ResourceRequest> ask,
      List<SchedulingRequest> schedulingRequests,
      List<ContainerId> release,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    AppAttempt attempt = getApplicationAttempt(id);
    if (attempt == null || attempt.isStopped() || !attempt.getApplicationAttemptId().equals(id)) {
      LOG.error("{} asks for containers but is not the running attempt", id);
      return EMPTY_ALLOCATION;
    }
    OwnContainers.retain(attempt, updates);
    handleContainerUpdates(attempt, updates);
    normalizeResourceRequests(ask, attempt.getQueueName());
    attempt.recordContainerRequestTime(getClock().getTime());
    releaseContainers(OwnContainers.of(attempt, release), attempt);
    attempt.updateBlacklist(blacklistAdditions, blacklistRemovals);
    updateHeadroom(attempt);
    // Both may complete containers, and the scheduler's lock comes before the attempt's.
    boolean completes = autoCorrectsAsks || attempt.hasUnfetchedResizes();
    if (completes) {
      writeLock.lock();
    }
    boolean refuses = !isEmpty(blacklistAdditions) || !isEmpty(blacklistRemovals);
    try {
      // What this call asks for must not be part of its own answer: YARN takes a container in the
      // answer to the call that asks for the master's container for a fault.
      return inbox()
          .during(
              attempt,
              ask,
              () -> {
                autoCorrectContainerAllocation(ask, attempt);
                attempt.updateResourceRequests(ask);
                attempt.notePlaces(ask, refuses);
                return answer(attempt, completes);
              });
    } finally {
      if (completes) {
        writeLock.unlock();
      }
    }
  }

  /**
   * A new resize of a container replaces an older increase that has not been fetched. Nothing may
   * end meanwhile: what an attempt resizes after its end nobody would take back.
   */
  @Override
  protected void handleContainerUpdates(
      SchedulerApplicationAttempt attempt, ContainerUpdates updates) {
    if (isEmpty(updates)) {
      return;
    }
    writeLock.lock();
    try {
      if (attempt.isStopped()) {
        return;
      }
      ((AppAttempt) attempt).noteResizes();
      Stream.concat(updates.getIncreaseRequests().stream(), updates.getDecreaseRequests().stream())
          .forEach(update -> cancelIncrease(update.getContainerId()));
      super.handleContainerUpdates(attempt, updates);
      inbox().increasesChanged((AppAttempt) attempt);
    } finally {
      writeLock.unlock();
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

  private void cancelIncrease(ContainerId container) {
    AppAttempt attempt = getCurrentAttemptForContainer(container);
    if (attempt == null) {
      return;
    }
    attempt.cancelIncrease(container);
    RMContainer granted = attempt.unfetchedIncrease(container);
    if (granted != null) {
      ((RMContainerImpl) granted).setContainerRequest(null);
      complete(granted, SchedulerUtils.RELEASED_CONTAINER, RMContainerEventType.RELEASED);
    }
  }

  /**
   * @param mayComplete whether the scheduler's lock is held. What a resize frees must be given back
   *     together with it: left to the background, it might come after the attempt's end
   */
  private Allocation answer(AppAttempt attempt, boolean mayComplete) {
    List<Container> containers = attempt.pullNewlyAllocatedContainers();
    if (!containers.isEmpty()) {
      attempt.recordContainerAllocationTime(getClock().getTime());
    }
    List<Container> previous = attempt.pullPreviousAttemptContainers();
    List<Container> increased = mayComplete ? attempt.pullNewlyIncreasedContainers() : List.of();
    List<Container> decreased = mayComplete ? attempt.pullNewlyDecreasedContainers() : List.of();
    List<Container> promoted = attempt.pullNewlyPromotedContainers();
    List<Container> demoted = attempt.pullNewlyDemotedContainers();
    return new Allocation(
        containers,
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

  /** Returns what is free where an attempt does not want to go; null if it would go anywhere. */
  private @Nullable Resource unusable(AppAttempt attempt) {
    if (!attempt.hasRefusedPlaces() || attempt.getBlacklistedNodes().isEmpty()) {
      return null;
    }
    Resource unusable = Resources.createResource(0, 0);
    getBlacklistedNodes(attempt)
        .forEach(node -> Resources.addTo(unusable, node.getUnallocatedResource()));
    return unusable;
  }

  /**
   * Works out what an attempt may still be given. While a decision is under way it is left as it
   * was: masters call all the time, and neither they nor the decision should wait.
   */
  private void updateHeadroom(AppAttempt attempt) {
    Resource unusable = unusable(attempt);
    if (!attempt.knowsHeadroom()) {
      readLock.lock();
    } else if (!readLock.tryLock()) {
      return;
    }
    try {
      Application application = attempt.application();
      attempt.updateHeadroom(
          application.hasLeaf()
              ? attempt.queue().ledger().headroom(application, unusable)
              : Resources.none());
    } finally {
      readLock.unlock();
    }
  }
}
