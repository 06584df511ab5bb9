// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.simulator.manager.SimulatedApplication.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * The process of an application's master: it asks for what its work still needs, starts what it is
 * given, and asks again for what was lost. It dies with its attempt.
 */
final class SimulatedMaster {
  /** After this time a container of which nothing is heard is given up. */
  private static final long PATIENCE_MILLIS = 1_200_000;

  private final SimulatedApplication application;
  private final Map<ContainerId, Held> held = new LinkedHashMap<>();
  private final Set<Integer> toAsk = new TreeSet<>();
  private final Set<ContainerId> toRelease = new LinkedHashSet<>();
  private final Set<String> refused = new TreeSet<>();
  private final List<String> newlyRefused = new ArrayList<>();
  private final List<String> noLongerRefused = new ArrayList<>();

  /** By container: YARN refuses a second one in a call. */
  private final Map<ContainerId, UpdateContainerRequest> resizes = new LinkedHashMap<>();

  private @Nullable SimulatedManager registeredWith;
  private @Nullable Answer undelivered;
  private long silentUntil;
  private boolean isAlive = true;

  /** A container of some work, and since when it has been missing. */
  private static final class Held {
    private Container container;
    private final Work work;
    private long missingSince = Long.MAX_VALUE;

    Held(Container container, Work work) {
      this.container = container;
      this.work = work;
    }
  }

  /** What the ResourceManager answers. */
  record Answer(Allocation allocation, List<ContainerStatus> finished) {}

  /** A call. */
  record Call(
      List<ResourceRequest> asks,
      List<SchedulingRequest> constrained,
      List<ContainerId> releases,
      List<String> refused,
      List<String> noLongerRefused,
      ContainerUpdates updates) {}

  /** Where containers run. */
  interface Nodes {
    /** Returns false if the node does not answer. */
    boolean launch(Container container, Work work);

    boolean runs(Container container);

    boolean hasSucceeded(Container container);

    void resize(Container container);
  }

  SimulatedMaster(SimulatedApplication application) {
    this.application = application;
    toAsk.addAll(application.work().keySet());
  }

  SimulatedApplication application() {
    return application;
  }

  boolean isAlive() {
    return isAlive;
  }

  void die() {
    isAlive = false;
  }

  void silent(long until) {
    silentUntil = until;
  }

  boolean isSilent(long now) {
    return now < silentUntil;
  }

  List<Container> containers() {
    return held.values().stream().map(each -> each.container).toList();
  }

  // ------------------------------------------------------------------------ what it decides

  void ask(Work work) {
    toAsk.add(work.key);
  }

  void release(ContainerId container) {
    Held given = held.remove(container);
    if (given != null) {
      toRelease.add(container);
      ask(given.work);
    }
  }

  /** Takes work back. */
  void withdraw(Work work) {
    work.left = Math.toIntExact(count(work));
    ask(work);
  }

  void resize(Container container, Resource to, boolean isIncrease) {
    resizes.putIfAbsent(
        container.getId(),
        UpdateContainerRequest.newInstance(
            container.getVersion(),
            container.getId(),
            isIncrease
                ? ContainerUpdateType.INCREASE_RESOURCE
                : ContainerUpdateType.DECREASE_RESOURCE,
            to,
            null));
  }

  void refuse(String host) {
    if (refused.add(host)) {
      newlyRefused.add(host);
    } else {
      refused.remove(host);
      noLongerRefused.add(host);
    }
  }

  void refuseNone() {
    noLongerRefused.addAll(refused);
    refused.clear();
    newlyRefused.clear();
  }

  // ------------------------------------------------------------------------------ its calls

  boolean isNew() {
    return registeredWith == null;
  }

  boolean isRegistered(SimulatedManager with) {
    return registeredWith == with;
  }

  /** Registers with a ResourceManager, to which it says all over again. */
  void register(SimulatedManager with) {
    registeredWith = with;
    undelivered = null;
    toAsk.addAll(application.work().keySet());
    newlyRefused.clear();
    newlyRefused.addAll(refused);
    noLongerRefused.clear();
  }

  /** Takes over what an attempt before has left. */
  void takeOver(List<Container> transferred) {
    for (Container container : transferred) {
      Work work = application.work().get(container.getPriority().getPriority());
      if (work != null && count(work) < work.left) {
        held.put(container.getId(), new Held(container, work));
      } else {
        toRelease.add(container.getId());
      }
    }
  }

  @Nullable Answer undelivered() {
    return undelivered;
  }

  void setUndelivered(@Nullable Answer answer) {
    undelivered = answer;
  }

  /**
   * Returns the next call. What is in it is not said again.
   *
   * @param isCurrent whether a resize is of a container as the ResourceManager knows it; YARN's
   *     service refuses others
   */
  Call call(Predicate<UpdateContainerRequest> isCurrent) {
    List<ResourceRequest> asks = new ArrayList<>();
    List<SchedulingRequest> constrained = new ArrayList<>();
    for (int key : toAsk) {
      Work work = application.work().get(key);
      int count = Math.toIntExact(Math.max(0, work.left - count(work)));
      if (work.apart) {
        constrained.add(constrained(work, count));
      } else {
        asks(work, count, asks);
      }
    }
    ContainerUpdates updates = new ContainerUpdates();
    for (UpdateContainerRequest resize : resizes.values()) {
      if (isCurrent.test(resize)) {
        (resize.getContainerUpdateType() == ContainerUpdateType.INCREASE_RESOURCE
                ? updates.getIncreaseRequests()
                : updates.getDecreaseRequests())
            .add(resize);
      }
    }
    Call call =
        new Call(
            asks,
            constrained,
            new ArrayList<>(toRelease),
            new ArrayList<>(newlyRefused),
            new ArrayList<>(noLongerRefused),
            updates);
    toAsk.clear();
    toRelease.clear();
    newlyRefused.clear();
    noLongerRefused.clear();
    resizes.clear();
    return call;
  }

  private static void asks(Work work, int count, List<ResourceRequest> to) {
    boolean isAnywhere = work.place.equals(ResourceRequest.ANY);
    if (!isAnywhere) {
      to.add(ask(work, count, work.place));
      to.add(ask(work, count, "/rack1"));
      to.add(ask(work, count, "/rack2"));
    }
    to.add(ask(work, count, ResourceRequest.ANY));
  }

  private static ResourceRequest ask(Work work, int count, String place) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(work.key))
        .resourceName(place)
        .capability(Resources.clone(work.size))
        .numContainers(count)
        .relaxLocality(true)
        .nodeLabelExpression(work.label)
        .build();
  }

  private SchedulingRequest constrained(Work work, int count) {
    String tag = tag(application, work);
    return SchedulingRequest.newInstance(
        work.key,
        Priority.newInstance(work.key),
        ExecutionTypeRequest.newInstance(ExecutionType.GUARANTEED),
        Set.of(tag),
        ResourceSizing.newInstance(count, Resources.clone(work.size)),
        PlacementConstraints.targetNotIn(
                PlacementConstraints.NODE, PlacementConstraints.PlacementTargets.allocationTag(tag))
            .build());
  }

  /** Returns the tag of containers that may not be on one node. */
  static String tag(SimulatedApplication application, Work work) {
    return "apart-%d-%d".formatted(application.number(), work.key);
  }

  /** Takes an answer: starts what it is given, and notes what has ended. */
  void take(Answer answer, Nodes nodes) {
    for (Container container : answer.allocation().getContainers()) {
      Work work = application.work().get(container.getPriority().getPriority());
      if (work == null || count(work) >= work.left) {
        toRelease.add(container.getId());
      } else if (nodes.launch(container, work)) {
        held.put(container.getId(), new Held(container, work));
      } else {
        toRelease.add(container.getId());
        ask(work);
      }
    }
    resized(answer.allocation().getIncreasedContainers(), nodes);
    resized(answer.allocation().getDecreasedContainers(), nodes);
    answer.finished().forEach(status -> finished(status.getContainerId(), status));
  }

  private void resized(@Nullable List<Container> containers, Nodes nodes) {
    if (containers != null) {
      for (Container container : containers) {
        Held known = held.get(container.getId());
        if (known != null) {
          known.container = container;
          nodes.resize(container);
        }
      }
    }
  }

  private void finished(ContainerId container, ContainerStatus status) {
    Held known = held.remove(container);
    if (known != null) {
      ended(known.work, status.getExitStatus() == 0);
    }
  }

  private void ended(Work work, boolean isDone) {
    if (isDone) {
      work.left--;
    } else {
      ask(work);
    }
  }

  /** Gives up containers that have been gone for long. */
  void checkMissing(Nodes nodes, long now) {
    for (Held each : List.copyOf(held.values())) {
      if (nodes.runs(each.container)) {
        each.missingSince = Long.MAX_VALUE;
      } else if (each.missingSince == Long.MAX_VALUE) {
        each.missingSince = now;
      } else if (now - each.missingSince > PATIENCE_MILLIS) {
        held.remove(each.container.getId());
        toRelease.add(each.container.getId());
        ended(each.work, nodes.hasSucceeded(each.container));
      }
    }
  }

  /** Returns whether nothing is left to do. */
  boolean isDone() {
    return held.isEmpty() && application.isDone();
  }

  private long count(Work work) {
    return held.values().stream().filter(each -> each.work == work).count();
  }
}
