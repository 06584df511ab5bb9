// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A simulated application with an unmanaged application master: it asks, launches what it is given,
 * and gives back.
 */
public final class SchedulerTestApp {
  public static final int ASK_PRIORITY = 1;

  private final SchedulerFixture fixture;
  private final ApplicationId id;
  private final String user;
  private final int priority;
  private final Map<ContainerId, Container> containers = new LinkedHashMap<>();
  private String queue;
  private Set<String> tags = Set.of();
  private int attempts;
  private boolean launching = true;

  public SchedulerTestApp(
      SchedulerFixture fixture, int number, String queue, String user, int priority) {
    this.fixture = fixture;
    this.queue = queue;
    this.user = user;
    this.priority = priority;
    id = ApplicationId.newInstance(1, number);
  }

  public ApplicationId id() {
    return id;
  }

  public String queue() {
    return queue;
  }

  public void setQueue(String queue) {
    this.queue = queue;
  }

  public ApplicationAttemptId attemptId() {
    return ApplicationAttemptId.newInstance(id, attempts);
  }

  /** Whether containers start as soon as they are fetched; else they stay acquired. */
  public SchedulerTestApp launching(boolean launching) {
    this.launching = launching;
    return this;
  }

  /** Sets the application's tags, before it is added. */
  void tagged(Set<String> applicationTags) {
    tags = applicationTags;
  }

  public void addApplication() {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(id);
    context.setQueue(queue);
    context.setUnmanagedAM(true);
    RMApp rmApp =
        Stub.of(
            RMApp.class,
            method ->
                switch (method.getName()) {
                  case "getApplicationSubmissionContext" -> context;
                  case "getUser" -> user;
                  case "getApplicationSchedulingEnvs" -> Map.of();
                  case "getApplicationTags" -> tags;
                  default -> Stub.nothing(method);
                });
    fixture.rm.getRMContext().getRMApps().put(id, rmApp);
    fixture.send(new AppAddedSchedulerEvent(user, context, false, Priority.newInstance(priority)));
  }

  /** Has the application keep its containers from one attempt to the next. */
  public void keepsContainers() {
    fixture
        .rm
        .getRMContext()
        .getRMApps()
        .get(id)
        .getApplicationSubmissionContext()
        .setKeepContainersAcrossApplicationAttempts(true);
  }

  public void addAttempt(boolean transferContainers) {
    attempts++;
    if (!transferContainers) {
      containers.clear();
    }
    fixture.send(new AppAttemptAddedSchedulerEvent(attemptId(), transferContainers));
  }

  public void failAttempt(boolean keepContainers) {
    fixture.send(
        new AppAttemptRemovedSchedulerEvent(attemptId(), RMAppAttemptState.FAILED, keepContainers));
  }

  public void finish() {
    fixture.send(
        new AppAttemptRemovedSchedulerEvent(attemptId(), RMAppAttemptState.FINISHED, false));
    remove();
  }

  /** Removes the application without a word about its attempt. */
  public void remove() {
    fixture.send(new AppRemovedSchedulerEvent(id, RMAppState.FINISHED));
    fixture.rm.getRMContext().getRMApps().remove(id);
    fixture.forget(this);
    containers.clear();
  }

  // ------------------------------------------------------------------------------ the protocol

  public static ResourceRequest request(
      Resource shape, int count, int priority, String place, boolean relaxed) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(priority))
        .resourceName(place)
        .capability(Resources.clone(shape))
        .numContainers(count)
        .relaxLocality(relaxed)
        .nodeLabelExpression("")
        .build();
  }

  public static ResourceRequest anywhere(Resource shape, int count, int priority) {
    return request(shape, count, priority, ResourceRequest.ANY, true);
  }

  /** Asks for containers anywhere: the total wanted from now on, at the usual priority. */
  public Allocation ask(Resource shape, int count) {
    return ask(List.of(anywhere(shape, count, ASK_PRIORITY)));
  }

  public Allocation ask(List<ResourceRequest> asks) {
    return allocate(asks, List.of(), List.of(), List.of(), new ContainerUpdates());
  }

  /** Withdraws all requests. */
  public void askForNothing() {
    List<ResourceRequest> none = new ArrayList<>();
    List<SchedulingRequest> noneConstrained = new ArrayList<>();
    for (SchedulerRequestKey key : attempt().getSchedulerKeys()) {
      AppPlacementAllocator<?> asks = attempt().getAppPlacementAllocator(key);
      SchedulingRequest constrained = asks.getSchedulingRequest();
      if (constrained == null) {
        ResourceRequest nothing = anywhere(Resources.none(), 0, key.getPriority().getPriority());
        nothing.setNodeLabelExpression(asks.getPrimaryRequestedNodePartition());
        none.add(nothing);
      } else {
        ResourceSizing sizing = constrained.getResourceSizing();
        noneConstrained.add(
            SchedulingRequest.newBuilder()
                .allocationRequestId(constrained.getAllocationRequestId())
                .priority(constrained.getPriority())
                .executionType(constrained.getExecutionType())
                .allocationTags(constrained.getAllocationTags())
                .placementConstraintExpression(constrained.getPlacementConstraint())
                .resourceSizing(ResourceSizing.newInstance(0, sizing.getResources()))
                .build());
      }
    }
    ask(none);
    askConstrained(noneConstrained.toArray(SchedulingRequest[]::new));
  }

  /** Asks for containers with placement constraints: the totals wanted from now on. */
  public Allocation askConstrained(SchedulingRequest... asks) {
    return allocate(
        List.of(),
        new ArrayList<>(List.of(asks)),
        List.of(),
        List.of(),
        List.of(),
        new ContainerUpdates());
  }

  public Allocation heartbeat() {
    return ask(List.of());
  }

  /**
   * Returns what an answer says may still be given. A call while the scheduler is at work is told
   * what the call before was, so this calls until it is as expected or ten seconds have passed.
   */
  public Resource headroom(Resource expected) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    Resource told = heartbeat().getResourceLimit();
    while (!told.equals(expected) && System.nanoTime() < deadline) {
      told = heartbeat().getResourceLimit();
    }
    return told;
  }

  public Allocation release(ContainerId... released) {
    List.of(released).forEach(containers::remove);
    return allocate(List.of(), List.of(released), List.of(), List.of(), new ContainerUpdates());
  }

  public Allocation blacklist(List<String> additions, List<String> removals) {
    return allocate(List.of(), List.of(), additions, removals, new ContainerUpdates());
  }

  public Allocation increase(Container container, Resource to) {
    ContainerUpdates updates = new ContainerUpdates();
    updates.getIncreaseRequests().add(update(container, ContainerUpdateType.INCREASE_RESOURCE, to));
    return allocate(List.of(), List.of(), List.of(), List.of(), updates);
  }

  public Allocation decrease(Container container, Resource to) {
    ContainerUpdates updates = new ContainerUpdates();
    updates.getDecreaseRequests().add(update(container, ContainerUpdateType.DECREASE_RESOURCE, to));
    return allocate(List.of(), List.of(), List.of(), List.of(), updates);
  }

  private static UpdateContainerRequest update(
      Container container, ContainerUpdateType type, Resource to) {
    return UpdateContainerRequest.newInstance(
        container.getVersion(), container.getId(), type, to, null);
  }

  private Allocation allocate(
      List<ResourceRequest> asks,
      List<ContainerId> releases,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    return allocate(asks, null, releases, blacklistAdditions, blacklistRemovals, updates);
  }

  private Allocation allocate(
      List<ResourceRequest> asks,
      @Nullable List<SchedulingRequest> constrained,
      List<ContainerId> releases,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    Allocation allocation =
        fixture.scheduler.allocate(
            attemptId(),
            new ArrayList<>(asks),
            constrained,
            releases,
            blacklistAdditions,
            blacklistRemovals,
            updates);
    for (Container container : allocation.getContainers()) {
      containers.put(container.getId(), container);
      SchedulerTestNode node = fixture.node(container.getNodeId());
      if (launching && node != null) {
        node.launch(container);
      }
    }
    for (List<Container> resized :
        Arrays.asList(allocation.getIncreasedContainers(), allocation.getDecreasedContainers())) {
      if (resized != null) {
        resized.forEach(container -> containers.put(container.getId(), container));
      }
    }
    return allocation;
  }

  // ------------------------------------------------------------------------------- what it has

  /** Returns the containers that were fetched and that the scheduler still counts. */
  public List<Container> containers() {
    containers.keySet().removeIf(container -> fixture.scheduler.getRMContainer(container) == null);
    return List.copyOf(containers.values());
  }

  public Container onlyContainer() {
    assertThat(containers()).hasSize(1);
    return containers().get(0);
  }

  /** Ends one of the application's containers; its node reports that at once. */
  public void complete(Container container) {
    containers.remove(container.getId());
    SchedulerTestNode node = fixture.node(container.getNodeId());
    if (node != null) {
      node.complete(container.getId());
    }
  }

  public AppAttempt attempt() {
    return (AppAttempt) fixture.scheduler.getApplicationAttempt(attemptId());
  }

  /** Puts another object, such as a spy, in the place of the current attempt. */
  @SuppressWarnings("unchecked")
  public void replaceAttempt(AppAttempt replacement) {
    Map<ApplicationId, SchedulerApplication<AppAttempt>> apps =
        (Map<ApplicationId, SchedulerApplication<AppAttempt>>)
            (Map<?, ?>)
                ((AbstractYarnScheduler<?, ?>) fixture.scheduler).getSchedulerApplications();
    apps.get(id).setCurrentAppAttempt(replacement);
  }

  /** Returns what all live containers are together, fetched or not. */
  public Resource held() {
    Resource held = SchedulerConf.resource(0, 0);
    AppAttempt attempt = attempt();
    if (attempt != null) {
      for (RMContainer container : attempt.getLiveContainers()) {
        Resources.addTo(held, container.getContainer().getResource());
      }
    }
    return held;
  }

  public int live() {
    return attempt() == null ? 0 : attempt().getLiveContainers().size();
  }

  /** Returns how many containers are still asked for, over all priorities. */
  public int pending() {
    return attempt().getSchedulerKeys().stream()
        .mapToInt(key -> attempt().getOutstandingAsksCount(key))
        .sum();
  }

  @Override
  public String toString() {
    return id + " in " + queue;
  }
}
