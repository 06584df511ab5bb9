// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.scheduler.activities.SchedulerActivities;
import io.github.yarnfair.scheduler.admission.AllocationLimits;
import io.github.yarnfair.scheduler.admission.QueueExpiry;
import io.github.yarnfair.scheduler.audit.SchedulerAudit;
import io.github.yarnfair.scheduler.balance.BalanceKeeper;
import io.github.yarnfair.scheduler.balance.BalanceReport;
import io.github.yarnfair.scheduler.balance.BalanceService;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.RestType;
import io.github.yarnfair.scheduler.explain.Explainer;
import io.github.yarnfair.scheduler.history.ClusterHistory;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FatalErrors;
import io.github.yarnfair.scheduler.model.QueueAccess;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.report.DetailsReader;
import io.github.yarnfair.scheduler.report.QueueDetails;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.RecentReading;
import io.github.yarnfair.scheduler.report.SnapshotReader;
import io.github.yarnfair.scheduler.store.ConfigurationChanges;
import io.github.yarnfair.scheduler.whatif.WhatIfAnswer;
import io.github.yarnfair.scheduler.whatif.WhatIfRequest;
import io.github.yarnfair.scheduler.when.ExpectedStarts;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
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
public abstract class HierarchicalScheduler extends AbstractYarnScheduler<AppAttempt, ClusterNode>
    implements Configurable, MutableConfScheduler, PreemptingScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(HierarchicalScheduler.class);
  private static final ResourceCalculator CALCULATOR = new DominantResourceCalculator();

  private final SchedulerRule rule;
  private final Supplier<QueueSnapshot> snapshot =
      new RecentReading<>(
          writeLock,
          this::queues,
          () -> {
            cluster().settle();
            return new SnapshotReader(queues(), state().vectors(), getMaximumResourceCapability())
                .read();
          });
  private final Supplier<Map<String, QueueDetails>> details =
      new RecentReading<>(
          writeLock,
          this::queues,
          () -> new DetailsReader(queues(), services().queues().sources().preempts()).read());

  private @Nullable Configuration conf;

  private @Nullable SchedulerActivities activities;

  // Set in serviceInit, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private Services services;

  @SuppressWarnings("NullAway.Init")
  private EventDispatch events;

  /**
   * @param rule by which this scheduler shares the cluster
   */
  protected HierarchicalScheduler(SchedulerRule rule) {
    super(rule.schedulerClass());
    this.rule = rule;
  }

  /** Returns the rule by which this scheduler shares the cluster. */
  public final SchedulerRule rule() {
    return rule;
  }

  final Services services() {
    return services;
  }

  final SharedState state() {
    return services.state();
  }

  /** Returns the queues in force. */
  final QueueTree queues() {
    return services.queues().tree();
  }

  /** Returns the sum of the registered nodes' resources. */
  final ClusterCapacity cluster() {
    return services.cluster();
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
  public void setConf(Configuration configuration) {
    conf = configuration;
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

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
    services = services(configuration, activities);
    events = new EventDispatch(services, new OwnNodeCalls());
    minimumAllocation = getMinimumAllocation();
    initMaximumResourceCapability(AllocationLimits.maximum(configuration));
    services.queues().start(configuration);
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
    startRecording();
    services.balanceKeeper().start();
    services.history().follow(services.queues().sources().history());
    services.diagnostics().follow(services.queues().sources().outlook().diagnosticsPercent());
  }

  private Services services(Configuration configuration, SchedulerActivities recorded) {
    boolean autoCorrectsAsks = autoCorrectsAsks(configuration);
    SharedState state = sharedState(configuration);
    YarnOperations yarn = new OfSuperclass();
    QueueService queues = new QueueService(rule, this, state, new QueueAccess(configuration));
    ClusterCapacity cluster = new ClusterCapacity(state, queues);
    StartService starts =
        new StartService(
            state, queues, cluster, () -> services().explain().explainer().copyShares());
    ContainerService containers = new ContainerService(state, yarn, starts, autoCorrectsAsks);
    QueueExpiry expiry = new QueueExpiry();
    IntSupplier highestPriority = () -> getMaxClusterLevelAppPriority().getPriority();
    ExplainService explain = new ExplainService(state, queues, starts, highestPriority);
    // Without forecasts of starts: they are too expensive for diagnostics.
    ExplainService brief = new ExplainService(state, queues, null, highestPriority);
    BalanceService balances = balances(configuration, state, queues);
    return new Services(
        state,
        queues,
        cluster,
        containers,
        new AllocationService(state, yarn, containers, autoCorrectsAsks),
        new NodeService(
            state, queues, cluster, containers, recorded, usesPortForNodeName(configuration)),
        new ApplicationService(
            state, queues, cluster, containers, starts, expiry, mostFailures(configuration)),
        new PreemptionService(state, queues, cluster, containers, starts),
        new WhatIfService(rule, state, queues, cluster),
        starts,
        new HistoryService(state, queues, cluster),
        expiry,
        explain,
        new DiagnosticsService(state, cluster, brief.explainer(), explain.explainer()),
        new RecordingService(rule, state, queues),
        balances,
        new BalanceKeeper(balances, configuration));
  }

  private BalanceService balances(
      Configuration configuration, SharedState state, QueueService queues) {
    return new BalanceService(
        writeLock,
        state.clock(),
        configuration.get(YarnConfiguration.RM_CLUSTER_ID, YarnConfiguration.DEFAULT_RM_CLUSTER_ID),
        queues::tree,
        () -> queues.sources().balance());
  }

  private static boolean autoCorrectsAsks(Configuration configuration) {
    return configuration.getBoolean(
            YarnConfiguration.RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION)
        && HadoopLine.hasAutoCorrection();
  }

  private static boolean usesPortForNodeName(Configuration configuration) {
    return configuration.getBoolean(
        YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME,
        YarnConfiguration.DEFAULT_RM_SCHEDULER_USE_PORT_FOR_NODE_NAME);
  }

  /** Returns how often constraints that YARN cannot evaluate are evaluated. */
  private static int mostFailures(Configuration configuration) {
    return configuration.getInt(
        YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_RETRY_ATTEMPTS,
        YarnConfiguration.DEFAULT_RM_PLACEMENT_CONSTRAINTS_RETRY_ATTEMPTS);
  }

  private SharedState sharedState(Configuration configuration) {
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
    Resource maximumAllocation = AllocationLimits.maximum(configuration);
    services.queues().publish(replacement, () -> replace(replacement, maximumAllocation));
    // Waits for threads that apply the rules in force, which may be waiting for a directory of
    // users.
    rmContext.getQueuePlacementManager().updateRules(replacement.placementRules());
    Configuration monitored = Monitors.of(configuration);
    super.reinitialize(monitored, context);
    if (!Monitors.preempt(monitored)) {
      services.preemption().stop();
    }
    services.queues().warnOfUnknownLabels();
    services.history().follow(replacement.history());
    services.diagnostics().follow(replacement.outlook().diagnosticsPercent());
    LOG.info("Queues refreshed from {}", replacement.file().source());
  }

  private void replace(QueueSources replacement, Resource maximumAllocation) throws IOException {
    writeLock.lock();
    try {
      services.queues().replace(replacement);
      refreshMaximumAllocation(maximumAllocation);
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
      stopRecording();
      services.recording().awaitWritten();
    }
  }

  private void startRecording() {
    writeLock.lock();
    try {
      services.recording().start();
    } finally {
      writeLock.unlock();
    }
  }

  private void stopRecording() {
    writeLock.lock();
    try {
      services.recording().stop();
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns the keys of the queues in force, over those of the ResourceManager. A copy. */
  @Override
  public Configuration getConfiguration() {
    return queues().file().configuration();
  }

  @Override
  public @Nullable Queue getQueue(String name) {
    return queues().find(name);
  }

  @Override
  public boolean isConfigurationMutable() {
    return changes() != null;
  }

  @Override
  public @Nullable MutableConfigurationProvider getMutableConfProvider() {
    ConfigurationChanges changes = changes();
    return changes == null ? null : changes.stored();
  }

  /** Returns the changes that are possible, null if the queues come from the queue file. */
  public final @Nullable ConfigurationChanges changes() {
    return services.queues().source().changes();
  }

  @Override
  public void recover(RMState state) {
    // Applications and containers come back through events.
  }

  /**
   * Checks the scheduler's accounting against the containers.
   *
   * @return one sentence for each difference; empty if all is well
   */
  public final List<String> audit() {
    writeLock.lock();
    try {
      cluster().settle();
      List<String> violations =
          new SchedulerAudit(queues(), state().vectors())
              .violations(
                  state().applications().all(),
                  nodeTracker.getAllNodes(),
                  state().reservations(),
                  getClusterResource());
      violations.addAll(
          services.queues().parallel().violations(state().applications().all().stream()));
      return violations;
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Returns a snapshot of the queues that is at most a second old, and of those in force. Any
   * thread: the scheduler's lock is taken at most once a second, however many threads call.
   */
  public final QueueSnapshot snapshot() {
    return snapshot.get();
  }

  /** Returns further details of each queue by path, at most a second old. Any thread. */
  public final Map<String, QueueDetails> details() {
    return details.get();
  }

  /** Returns the service that explains the usage of applications and queues. Any thread. */
  public final Explainer explainer() {
    return services.explain().explainer();
  }

  /** Returns another one, which has read nothing yet. Any thread. */
  public final Explainer newExplainer() {
    return new Explainer(services.explain());
  }

  /**
   * Returns the id of a registered node, null if there is none. Any thread.
   *
   * @param name {@code host}, or {@code host:port}
   */
  public final @Nullable String nodeNamed(String name) {
    return nodeTracker.getAllNodes().stream()
        .map(node -> node.getNodeID())
        .filter(id -> name.equals(id.getHost()) || name.equals(id.toString()))
        .map(id -> id.toString())
        .findFirst()
        .orElse(null);
  }

  /** Returns the last hours; null if no samples are taken. Any thread. */
  public final @Nullable ClusterHistory history() {
    return services.history().history();
  }

  /** Returns what queues and users held more or less than their parts in the past. Any thread. */
  public final BalanceReport balances() {
    return services.balances().report();
  }

  /** Makes all balances 0. Any thread. */
  public final void resetBalances() {
    services.balances().reset();
  }

  /** Reads or writes now what is due in the store of balances, if there is one. Any thread. */
  public final void storeBalances() throws Exception {
    services.balanceKeeper().stepNow();
  }

  /** Adds a sample to the history now, beside those at its interval, if there is one. */
  public final void sample() {
    services.history().sample();
  }

  /** Explains now why some applications wait, beside those of each second, in their diagnostics. */
  public final void explainInDiagnostics() {
    services.diagnostics().round();
  }

  /** Returns whether the REST answer about the queues has CapacityScheduler's shape. */
  public final boolean answersAsCapacityScheduler() {
    return services.queues().sources().restType() == RestType.CAPACITY_SCHEDULER;
  }

  /**
   * Computes what a change would bring; changes nothing. Any thread.
   *
   * @throws IOException with one line for each thing that is wrong with the request
   * @throws TimeoutException if it took longer than configured, or others are being computed
   */
  public final WhatIfAnswer whatIf(WhatIfRequest request) throws IOException, TimeoutException {
    return services.whatIf().answer(request);
  }

  /** Returns the forecasts of starts of waiting applications, or null if they are switched off. */
  public final @Nullable ExpectedStarts expectedStarts() {
    return services.starts().starts();
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
      state().reservations().drop(node);
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
    for (NMContainerStatus report : reports == null ? List.<NMContainerStatus>of() : reports) {
      if (getRMContainer(report.getContainerId()) != null) {
        LOG.warn("{} is reported twice", report.getContainerId());
        continue;
      }
      if (report.getContainerState() == ContainerState.COMPLETE) {
        report.setAllocationTags(Set.of()); // YARN would count them, and never remove them.
      }
      try {
        super.recoverContainersOnNode(List.of(report), rmNode);
        services.applications().recovered(report.getContainerId());
      } catch (RuntimeException | Error e) {
        FatalErrors.rethrow(e);
        LOG.error(
            "{} on {} could not be recovered", report.getContainerId(), rmNode.getNodeID(), e);
      }
    }
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

  @Override
  public Resource getMaximumResourceCapability(@Nullable String queue) {
    return services.queues().admission().maximumAllocation(queue, getMaximumResourceCapability());
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

  @Override
  public boolean placementConstraintEnabled() {
    return true;
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

  private final class OwnNodeCalls implements EventDispatch.NodeCalls {
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
  }

  private final class OfSuperclass implements YarnOperations {
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
    public void normalize(List<ResourceRequest> asks, String queue) {
      normalizeResourceRequests(asks, queue);
    }

    @Override
    public void normalizeConstrained(List<SchedulingRequest> asks, String queue) {
      for (SchedulingRequest each : asks) {
        ResourceSizing sizing = each.getResourceSizing();
        sizing.setResources(
            getNormalizedResource(sizing.getResources(), getMaximumResourceCapability(queue)));
      }
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
  }

  // ---------------------------------------------------------------------- calls of users

  /**
   * Called once for each submission, with the caller's identity: the place to check the ACL too.
   */
  @Override
  public Priority checkAndGetApplicationPriority(
      @Nullable Priority requested, UserGroupInformation user, String queue, ApplicationId id)
      throws YarnException {
    services.queues().admission().checkSubmit(id, queue, user);
    return services
        .queues()
        .admission()
        .grantPriority(id, requested, queue, user, getMaxClusterLevelAppPriority());
  }

  @Override
  public Priority updateApplicationPriority(
      Priority requested, ApplicationId id, SettableFuture<Object> saved, UserGroupInformation user)
      throws YarnException {
    return services
        .applications()
        .updatePriority(requested, getMaxClusterLevelAppPriority(), id, saved, user);
  }

  @Override
  public void preValidateMoveApplication(ApplicationId id, String queue) throws YarnException {
    services.applications().checkMove(id, queue);
  }

  @Override
  public String moveApplication(ApplicationId id, String queue) throws YarnException {
    return services.applications().move(id, queue);
  }

  @Override
  public final long checkAndGetApplicationLifetime(String name, long requested, RMAppImpl app) {
    return services.queues().lifetime(name, requested);
  }

  /** The shape of the method above in Hadoop 3.4. */
  public final long checkAndGetApplicationLifetime(String name, long requested) {
    return services.queues().lifetime(name, requested);
  }

  @Override
  public final long getMaximumApplicationLifetime(String name) {
    return services.queues().maximumLifetime(name);
  }

  @Override
  public QueueInfo getQueueInfo(String name, boolean includeChildQueues, boolean recursive)
      throws IOException {
    QueueInfo info = services.queues().info(name, includeChildQueues, recursive);
    boolean preempts = services.queues().sources().preempts();
    complete(info, preempts, preempts && queues().file().preemption().isWithinQueues());
    return info;
  }

  /** The command line shows the scheduler's name, and whether containers are preempted at all. */
  private void complete(QueueInfo info, boolean preempts, boolean preemptsWithin) {
    info.setSchedulerType(rule.schedulerName());
    info.setPreemptionDisabled(!preempts || info.getPreemptionDisabled());
    info.setIntraQueuePreemptionDisabled(!preemptsWithin || info.getIntraQueuePreemptionDisabled());
    for (QueueInfo child : info.getChildQueues()) {
      complete(child, preempts, preemptsWithin);
    }
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo() {
    return services.queues().aclInfo();
  }

  @Override
  public boolean checkAccess(UserGroupInformation user, QueueACL acl, String name) {
    return services.queues().hasAccess(user, acl, name);
  }

  @Override
  public @Nullable List<ApplicationAttemptId> getAppsInQueue(String name) {
    return services.queues().attempts(name);
  }

  /** Returns null before the queues have been read: monitors may ask as early as they like. */
  @Override
  public @Nullable QueueMetrics getRootQueueMetrics() {
    return services == null ? null : queues().root().getMetrics();
  }

  @Override
  public int getNumClusterNodes() {
    return nodeTracker.nodeCount();
  }

  @Override
  public ResourceCalculator getResourceCalculator() {
    return CALCULATOR;
  }

  @Override
  public EnumSet<SchedulerResourceTypes> getSchedulingResourceTypes() {
    return EnumSet.of(SchedulerResourceTypes.MEMORY, SchedulerResourceTypes.CPU);
  }
}
