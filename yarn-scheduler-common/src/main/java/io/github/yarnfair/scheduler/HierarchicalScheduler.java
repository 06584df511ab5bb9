// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.scheduler.activities.SchedulerActivities;
import io.github.yarnfair.scheduler.ask.RequestSize;
import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.preemption.RoundTimes;
import io.github.yarnfair.scheduler.service.Applications;
import io.github.yarnfair.scheduler.service.QueueSources;
import io.github.yarnfair.scheduler.service.Readings;
import io.github.yarnfair.scheduler.service.Services;
import io.github.yarnfair.scheduler.service.SharedState;
import io.github.yarnfair.scheduler.service.YarnOperations;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A YARN scheduler for hierarchical multi-resource fairness. A concrete scheduler adds its {@link
 * SchedulerRule}; queues, accounting, locality, permissions and recovery are the same for all.
 *
 * <p>The queues come from an ordinary {@code capacity-scheduler.xml}. Applications are the leaves
 * of the share tree. An error in one application, node or event never leaves {@link #handle},
 * unless the virtual machine fails: YARN ends the ResourceManager on any error that does.
 *
 * <p>Every change of state holds the write lock. Requests of application masters go through an
 * inbox, so that their calls do not wait for that lock. The class translates between YARN and the
 * services, which do the work:
 *
 * <pre>
 *   nodes         come, report, change and go           applications  are submitted, moved and end
 *   containers    end                                   allocation    answers the masters' calls
 *   queues        in force, refreshed                   preemption    for entitled applications
 * </pre>
 */
public abstract class HierarchicalScheduler extends ClientCalls implements PreemptingScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(HierarchicalScheduler.class);

  private final SchedulerRule rule;
  private @Nullable SchedulerActivities activities;

  // Set in serviceInit, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private Services services;

  @SuppressWarnings("NullAway.Init")
  private EventDispatch events;

  @SuppressWarnings("NullAway.Init")
  private Readings readings;

  /**
   * @param rule by which this scheduler shares the cluster
   */
  protected HierarchicalScheduler(SchedulerRule rule) {
    super(rule.schedulerClass());
    this.rule = rule;
  }

  @Override
  public final SchedulerRule rule() {
    return rule;
  }

  /** Returns what pages, clients and tests read. Any thread. */
  public final Readings readings() {
    return readings;
  }

  @Override
  final Services services() {
    return services;
  }

  @Override
  public final RoundTimes preempt() {
    return services.preemption().runRound();
  }

  @Override
  public final long preemptionIntervalMillis() {
    return services.preemption().settings().intervalMillis();
  }

  // ---------------------------------------------------------------- life cycle and configuration

  @Override
  public void setRMContext(RMContext context) {
    rmContext = context;
  }

  @Override
  public void serviceInit(Configuration configuration) throws Exception {
    HadoopLine.check(rule.schedulerName());
    applications = new ConcurrentHashMap<>();
    activities = new SchedulerActivities(rmContext);
    activities.init(configuration);
    activitiesManager = activities;
    YarnOperations yarn = new OfSuperclass(configuration);
    services = Services.of(rule, this, state(configuration), yarn, activities, configuration);
    events = new EventDispatch(services, yarn);
    readings = new Readings(services, this::getMaximumResourceCapability);
    minimumAllocation = getMinimumAllocation();
    services.queues().start(configuration);
    initMaximumResourceCapability(services.queues().sources().maximumAllocation());
    rmContext.getQueuePlacementManager().updateRules(services.queues().sources().placementRules());
    WebPages.register(configuration);
    super.serviceInit(configuration);
    schedulingMonitorManager.initialize(rmContext, Monitors.of(configuration));
  }

  /** The labels of the cluster are known from here on. */
  @Override
  protected void serviceStart() throws Exception {
    super.serviceStart();
    services.queues().warnOfUnknownLabels();
    services.recording().start();
    services.balanceKeeper().start();
    services.history().configure(services.queues().sources().history());
    services.diagnostics().configure(services.queues().sources().outlook().diagnosticsPercent());
  }

  private SharedState state(Configuration configuration) {
    return SharedState.of(
        () -> rmContext,
        readLock,
        writeLock,
        () -> getClock().getTime(),
        nodeTracker,
        new Applications(applications),
        configuration.getBoolean(YarnConfiguration.AM_ALLOW_NON_EXCLUSIVE_ALLOCATION, false));
  }

  /**
   * Reads the queue file again ({@code yarn rmadmin -refreshQueues}, and before the start on
   * fail-over) and replaces the queues, all or none.
   *
   * @throws IOException naming what is wrong with the file; the queues in force stay
   */
  @Override
  public void reinitialize(Configuration configuration, RMContext context) throws IOException {
    services.queues().source().exclusively(() -> refresh(configuration, context));
  }

  private void refresh(Configuration configuration, RMContext context) throws IOException {
    QueueSources replacement = services.queues().load(configuration);
    services.queues().publish(replacement, () -> replace(replacement));
    // Waits for threads that apply the rules in force, which may be waiting for a directory of
    // users.
    rmContext.getQueuePlacementManager().updateRules(replacement.placementRules());
    Configuration monitored = Monitors.of(configuration);
    super.reinitialize(monitored, context);
    if (!Monitors.preempt(monitored)) {
      services.preemption().stop();
    }
    services.queues().warnOfUnknownLabels();
    services.history().configure(replacement.history());
    services.diagnostics().configure(replacement.outlook().diagnosticsPercent());
    LOG.info("Queues refreshed from {}", replacement.file().source());
  }

  private void replace(QueueSources replacement) throws IOException {
    writeLock.lock();
    try {
      services.queues().replace(replacement);
      refreshMaximumAllocation(replacement.maximumAllocation());
    } finally {
      writeLock.unlock();
    }
  }

  /** Releases the lock of a store before the next scheduler of this process opens it. */
  @Override
  protected void serviceStop() throws Exception {
    super.serviceStop();
    if (activities != null) {
      activities.stop();
    }
    if (services != null) {
      services.history().stop();
      services.diagnostics().stop();
      services.queues().source().close();
      services.balances().stop();
      services.balanceKeeper().stop();
      services.recording().stop();
      services.recording().awaitWritten();
    }
  }

  @Override
  public void recover(RMState state) {
    // Applications and containers come back through events.
  }

  // ---------------------------------------------------------------------------------- events

  @Override
  public void handle(SchedulerEvent event) {
    writeLock.lock();
    try {
      services.recording().tick();
      services.balances().tick();
      events.dispatch(event);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} could not be handled; scheduling goes on", event.getType(), e);
    } finally {
      writeLock.unlock();
    }
  }

  // ----------------------------------------------------------------------------------- nodes

  @Override
  protected void nodeUpdate(RMNode rmNode) {
    ClusterNode node = services.nodes().find(rmNode);
    if (node == null) {
      return;
    }
    super.nodeUpdate(rmNode);
    long now = getClock().getTime();
    if (!node.acceptsContainers()) {
      services.state().reservations().drop(node);
    } else if (services.nodes().isReadyToAllocate()) {
      setLastNodeUpdateTime(now);
      services.nodes().assign(node, now);
    }
    queues().root().getMetrics().flushOld();
    services.expiry().removeIdle(queues(), now);
  }

  @Override
  public void updateNodeResource(RMNode rmNode, ResourceOption option) {
    writeLock.lock();
    try {
      ClusterNode node = services.nodes().find(rmNode);
      if (node != null) {
        Resource before = Resources.clone(node.getTotalResource());
        super.updateNodeResource(rmNode, option);
        services.nodes().resized(before, node);
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** One report at a time: a failure with one container does not lose the others. */
  @Override
  public void recoverContainersOnNode(@Nullable List<NMContainerStatus> reports, RMNode rmNode) {
    services
        .nodes()
        .recover(
            reports == null ? List.of() : reports,
            rmNode.getNodeID(),
            report -> super.recoverContainersOnNode(List.of(report), rmNode));
  }

  // ------------------------------------------------------------------------------ containers

  @Override
  public void completedContainer(
      @Nullable RMContainer container, ContainerStatus status, RMContainerEventType event) {
    services.containers().completed(container, status, event);
  }

  /** Under the scheduler's write lock. */
  @Override
  protected void completedContainerInternal(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    services.containers().giveBack(container, status, event);
  }

  @Override
  public void killContainer(RMContainer container) {
    services.containers().kill(container);
  }

  /** Gives back what a resize frees together with the resize itself, if the lock is held. */
  @Override
  public void asyncContainerRelease(RMContainer container) {
    if (writeLock.isHeldByCurrentThread()) {
      services.containers().release(container);
    } else {
      super.asyncContainerRelease(container);
    }
  }

  /** What goes wrong with one container does not lose the others of the same report. */
  @Override
  protected void containerLaunchedOnNode(ContainerId container, SchedulerNode node) {
    FatalErrors.survive(
        "The launch of {} could not be noted",
        container,
        () -> super.containerLaunchedOnNode(container, node));
  }

  /** What goes wrong with one container does not lose the others of the same report. */
  @Override
  protected void containerIncreasedOnNode(
      ContainerId container, SchedulerNode node, Container increased) {
    FatalErrors.survive(
        "The increase of {} could not be noted",
        container,
        () -> super.containerIncreasedOnNode(container, node, increased));
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId id,
      List<ResourceRequest> ask,
      @Nullable List<SchedulingRequest> schedulingRequests,
      List<ContainerId> release,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    AppAttempt attempt = getApplicationAttempt(id);
    if (attempt == null || attempt.isStopped() || !attempt.getApplicationAttemptId().equals(id)) {
      LOG.error("{} asks for containers but is not the running attempt", id);
      return EMPTY_ALLOCATION;
    }
    return services
        .allocation()
        .allocate(
            attempt,
            ask,
            schedulingRequests == null ? List.of() : schedulingRequests,
            release,
            blacklistAdditions,
            blacklistRemovals,
            updates);
  }

  /**
   * Called by the placement processor, in its own threads. A failure is an answer: the processor
   * tries the request again elsewhere, and would never hear of an exception.
   */
  @Override
  public boolean attemptAllocationOnNode(
      SchedulerApplicationAttempt attempt, SchedulingRequest request, SchedulerNode node) {
    writeLock.lock();
    try {
      return attempt instanceof AppAttempt own && services.nodes().placeChosen(own, request, node);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.warn("{} could not be placed on {}", LogText.of(request), node, e);
      return false;
    } finally {
      writeLock.unlock();
    }
  }

  private final class OfSuperclass implements YarnOperations {
    private final boolean autoCorrectsAsks;

    OfSuperclass(Configuration configuration) {
      autoCorrectsAsks = HadoopLine.autoCorrectsAsks(configuration);
    }

    @Override
    public void report(RMNode node) {
      nodeUpdate(node);
    }

    @Override
    public void resize(RMNode node, ResourceOption size) {
      updateNodeResource(node, size);
    }

    @Override
    public void recover(@Nullable List<NMContainerStatus> reports, RMNode node) {
      recoverContainersOnNode(reports, node);
    }

    @Override
    public void complete(
        @Nullable RMContainer container, ContainerStatus status, RMContainerEventType event) {
      HierarchicalScheduler.super.completedContainer(container, status, event);
    }

    @Override
    public void rollBackUpdate(ContainerId container) {
      rollbackContainerUpdate(container);
    }

    @Override
    public Function<Resource, RequestSize> sizes(String queue) {
      Resource configured = services.queues().sources().maximumAllocation();
      Resource most = services.queues().admission().maximumAllocation(queue, configured);
      Resource ofNodes = getMaximumResourceCapability(queue);
      return asked -> RequestSize.of(asked, getNormalizedResource(asked, most), ofNodes);
    }

    @Override
    public void release(List<ContainerId> containers, AppAttempt attempt) {
      releaseContainers(containers, attempt);
    }

    @Override
    public void autoCorrect(List<ResourceRequest> asks, AppAttempt attempt) {
      autoCorrectContainerAllocation(asks, attempt);
    }

    @Override
    public void update(AppAttempt attempt, ContainerUpdates updates) {
      handleContainerUpdates(attempt, updates);
    }

    @Override
    public boolean autoCorrectsAsks() {
      return autoCorrectsAsks;
    }

    @Override
    public boolean preempts(Configuration configuration) {
      return Monitors.preempt(configuration);
    }
  }
}
