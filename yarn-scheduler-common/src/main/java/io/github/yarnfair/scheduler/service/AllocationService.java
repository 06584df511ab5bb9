// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.AttemptConstraints;
import io.github.yarnfair.scheduler.ask.RequestSize;
import io.github.yarnfair.scheduler.demand.ApplicationHeadroom;
import io.github.yarnfair.scheduler.master.PreemptionNotice;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.exceptions.SchedulerInvalidResourceRequestException;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAppUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of application masters. A call records requests and releases; its answer is what was
 * granted since the previous call. Any thread; a call takes the scheduler's lock only if it may
 * complete containers.
 */
public final class AllocationService {
  private static final Logger LOG = LoggerFactory.getLogger(AllocationService.class);

  private final SharedState state;
  private final YarnOperations yarn;
  private final ContainerService containers;

  AllocationService(SharedState state, YarnOperations yarn, ContainerService containers) {
    this.state = state;
    this.yarn = yarn;
    this.containers = containers;
  }

  /**
   * Takes what a master asks for and gives back, and answers with what it has been given since.
   *
   * @param constrained requests with placement constraints
   * @throws SchedulerInvalidResourceRequestException if one of these is invalid
   */
  public Allocation allocate(
      AppAttempt attempt,
      List<ResourceRequest> ask,
      List<SchedulingRequest> constrained,
      List<ContainerId> release,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    AttemptConstraints.check(constrained);
    attempt.constraints().checkSize(constrained);
    OwnContainers.retain(attempt, updates);
    resize(attempt, updates);
    withdrawNegative(ask);
    List<RequestSize> sizes = round(ask, constrained, attempt.getQueueName());
    attempt.recordContainerRequestTime(state.clock().getAsLong());
    yarn.release(OwnContainers.of(attempt, release), attempt);
    updateBlacklist(attempt, blacklistAdditions, blacklistRemovals);
    updateHeadroom(attempt);
    // Both may complete containers, and the scheduler's lock comes before the attempt's.
    boolean completes = yarn.autoCorrectsAsks() || attempt.resizes().areUnfetched();
    if (completes) {
      state.writeLock().lock();
    }
    try {
      // The answer must not contain what this call asks for: YARN treats a container in the answer
      // to the call that asks for the master's container as a fault.
      return state
          .inbox()
          .during(
              attempt,
              ask,
              constrained,
              () -> {
                if (yarn.autoCorrectsAsks()) {
                  yarn.autoCorrect(ask, attempt);
                }
                attempt.updateResourceRequests(ask);
                attempt.constraints().update(constrained, sizes);
                return answer(attempt, completes);
              });
    } finally {
      if (completes) {
        state.writeLock().unlock();
      }
    }
  }

  /** Rounds what is asked for; returns the sizes of the requests with placement constraints. */
  private List<RequestSize> round(
      List<ResourceRequest> ask, List<SchedulingRequest> constrained, String queue) {
    if (ask.isEmpty() && constrained.isEmpty()) {
      return List.of(); // As in most calls.
    }
    Function<Resource, RequestSize> sizes = yarn.sizes(queue);
    for (ResourceRequest each : ask) {
      each.setCapability(sizes.apply(each.getCapability()).rounded());
    }
    return constrained.stream()
        .map(each -> sizes.apply(each.getResourceSizing().getResources()))
        .toList();
  }

  /** YARN lets a negative number pass, and never takes it out of the pending resources again. */
  private static void withdrawNegative(List<ResourceRequest> asks) {
    for (ResourceRequest ask : asks) {
      if (ask.getNumContainers() < 0) {
        ask.setNumContainers(0);
      }
    }
  }

  private void updateBlacklist(
      AppAttempt attempt, @Nullable List<String> additions, @Nullable List<String> removals) {
    attempt.updateBlacklist(additions, removals);
    if ((additions != null && !additions.isEmpty()) || (removals != null && !removals.isEmpty())) {
      state.inbox().changed(attempt); // Nodes that are reserved for it may be unwanted.
    }
  }

  /**
   * A new resize of a container replaces an older increase that has not been fetched. No attempt
   * may end during this call: the resources of a resize after the end would never be released.
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
      List<RMContainer> updated = containers(attempt, updates);
      yarn.update(attempt, updates);
      updated.forEach(container -> state.inbox().increasesChanged(attempt, container));
    } finally {
      state.writeLock().unlock();
    }
  }

  private static List<RMContainer> containers(AppAttempt attempt, ContainerUpdates updates) {
    return Stream.of(
            updates.getIncreaseRequests(),
            updates.getDecreaseRequests(),
            updates.getPromotionRequests(),
            updates.getDemotionRequests())
        .flatMap(List::stream)
        .map(update -> attempt.getRMContainer(update.getContainerId()))
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean isEmpty(ContainerUpdates updates) {
    return updates.getIncreaseRequests().isEmpty()
        && updates.getDecreaseRequests().isEmpty()
        && updates.getPromotionRequests().isEmpty()
        && updates.getDemotionRequests().isEmpty();
  }

  /**
   * @param mayComplete whether the scheduler's lock is held. The resources that a resize frees must
   *     be released together with it; released in the background, they might be after the attempt's
   *     end
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
    Map<ContainerId, Resource> negotiable = attempt.preemption().negotiable();
    return new Allocation(
        granted,
        attempt.getHeadroom(),
        attempt.preemption().strict(),
        negotiable.keySet(),
        PreemptionNotice.requests(negotiable),
        attempt.pullUpdatedNMTokens(),
        increased,
        decreased,
        promoted,
        demoted,
        previous,
        attempt.constraints().rejected());
  }

  /**
   * Recomputes an attempt's headroom. While a decision is under way the headroom stays unchanged:
   * neither the master's call nor the decision should wait for the other.
   */
  private void updateHeadroom(AppAttempt attempt) {
    Set<String> labels = labels(attempt);
    Map<String, long[]> unusable = unusable(attempt);
    if (!attempt.knowsHeadroom()) {
      state.readLock().lock();
    } else if (!state.readLock().tryLock()) {
      return;
    }
    try {
      Application application = attempt.application();
      attempt.updateHeadroom(
          application.hasLeaf()
              ? new ApplicationHeadroom(attempt.queue().ledger()).of(application, labels, unusable)
              : Resources.none());
    } finally {
      state.readLock().unlock();
    }
  }

  /** Returns the labels that an attempt has named; empty if there are none in the cluster. */
  private static Set<String> labels(AppAttempt attempt) {
    if (attempt.queue().ledger().classes().isOne()) {
      return Set.of();
    }
    attempt.getWriteLock().lock();
    try {
      return Set.copyOf(attempt.getAppSchedulingInfo().getRequestedPartitions());
    } finally {
      attempt.getWriteLock().unlock();
    }
  }

  /** Returns the free resources of the nodes that an attempt refuses, by machine class and type. */
  private Map<String, long[]> unusable(AppAttempt attempt) {
    if (!attempt.hasRefusedPlaces() || attempt.getBlacklistedNodes().isEmpty()) {
      return Map.of();
    }
    Map<String, long[]> unusable = new HashMap<>();
    long[] free = new long[state.vectors().length()];
    state
        .nodes()
        .getNodes(node -> SchedulerAppUtils.isPlaceBlacklisted(attempt, node, LOG))
        .forEach(
            node -> {
              node.readFree(state.vectors(), free);
              Amounts.add(
                  unusable.computeIfAbsent(node.machineClass(), name -> new long[free.length]),
                  free);
            });
    return unusable;
  }
}
