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

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.scheduler.admission.Admission;
import io.github.yarnfair.scheduler.admission.AllocationLimits;
import io.github.yarnfair.scheduler.admission.PlacementRules;
import io.github.yarnfair.scheduler.admission.PriorityRecord;
import io.github.yarnfair.scheduler.assign.ContainerAssigner;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.QueueFile;
import io.github.yarnfair.scheduler.conf.Unsupported;
import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.demand.FeasibilityCheck;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueAccess;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.Reservations;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.SnapshotReader;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementRule;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an administrator sees of a scheduler: its life cycle, the queues from a
 * capacity-scheduler.xml and their refresh, priorities, moves, permissions and queue reports.
 */
abstract class QueueAdministration extends AbstractYarnScheduler<AppAttempt, ClusterNode>
    implements Configurable {
  private static final Logger LOG = LoggerFactory.getLogger(QueueAdministration.class);
  private static final ResourceCalculator CALCULATOR = new DominantResourceCalculator();

  private final Supplier<QueueSnapshot> snapshot =
      SnapshotReader.recent(
          writeLock,
          () -> {
            cluster().settle();
            return new SnapshotReader(queues(), vectors());
          });

  /** Held while a priority is stored and set, so that the last one stored is the one in force. */
  private final Object priorities = new Object();

  private @Nullable Configuration conf;

  // Set in serviceInit, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private ResourceVectors vectors;

  @SuppressWarnings("NullAway.Init")
  private QueueAccess access;

  @SuppressWarnings("NullAway.Init")
  private DemandInbox inbox;

  @SuppressWarnings("NullAway.Init")
  private Reservations reservations;

  @SuppressWarnings("NullAway.Init")
  private ClusterCapacity cluster;

  @SuppressWarnings("NullAway.Init")
  private volatile Setup setup;

  /** All that a refresh replaces at once. */
  private record Setup(
      QueueTree queues,
      Admission admission,
      ContainerAssigner assigner,
      List<PlacementRule> placementRules,
      Callable<FairnessPolicy> policy) {}

  QueueAdministration(String name) {
    super(name);
  }

  /**
   * Returns the rule by which this scheduler shares the cluster.
   *
   * @param configuration the ResourceManager's configuration, with the scheduler's own options
   * @throws IOException naming file, key, value and what was expected, if an option is not valid
   */
  protected abstract FairnessPolicy createPolicy(Configuration configuration) throws IOException;

  /** Takes back what the preemption monitor has warned of: it does not run any more. */
  abstract void stopPreemption();

  /** Returns a policy like the one in force, to be used on a copy of the share tree. */
  final FairnessPolicy policyForPlans() {
    try {
      return setup.policy().call();
    } catch (Exception e) {
      throw new IllegalStateException("the options of the policy in force are not valid", e);
    }
  }

  /**
   * Returns what the keys of this scheduler's own options begin with, after its class: {@code
   * yarn.scheduler.hdrf.} for {@code HdrfScheduler}.
   */
  protected String optionPrefix() {
    String name = getClass().getSimpleName().replace("Scheduler", "");
    return "yarn.scheduler." + name.toLowerCase(Locale.ROOT) + ".";
  }

  final ResourceVectors vectors() {
    return vectors;
  }

  final QueueTree queues() {
    return setup.queues();
  }

  final Admission admission() {
    return setup.admission();
  }

  final ContainerAssigner assigner() {
    return setup.assigner();
  }

  final DemandInbox inbox() {
    return inbox;
  }

  final Reservations reservations() {
    return reservations;
  }

  /** Returns what the registered nodes come to. */
  final ClusterCapacity cluster() {
    return cluster;
  }

  /** Returns the application of an id, or null if the scheduler has none. */
  final @Nullable Application application(ApplicationId id) {
    return (Application) applications.get(id);
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
    vectors = new ResourceVectors();
    access = new QueueAccess(configuration);
    NodeShapes shapes = new NodeShapes();
    FeasibilityCheck feasibility = new FeasibilityCheck(rmContext, vectors, shapes);
    inbox = new DemandInbox(vectors, feasibility, () -> getClock().getTime());
    reservations = new Reservations(vectors);
    cluster = new ClusterCapacity(shapes, vectors, feasibility, inbox, reservations, this::queues);
    applications = new ConcurrentHashMap<>();
    minimumAllocation = getMinimumAllocation();
    initMaximumResourceCapability(AllocationLimits.maximum(configuration));
    setup = load(configuration);
    rmContext.getQueuePlacementManager().updateRules(setup.placementRules());
    setup.queues().setCapacity(getClusterResource());
    setup.queues().enterForce(null);
    access.publish(setup.queues().specs());
    WebPages.register(configuration);
    super.serviceInit(configuration);
    schedulingMonitorManager.initialize(rmContext, Monitors.of(configuration));
  }

  /**
   * Reads the queue file again ({@code yarn rmadmin -refreshQueues}, and before the start on
   * fail-over) and replaces the queues, all or none.
   *
   * @throws IOException naming what is wrong with the file; the queues in force stay
   */
  @Override
  public void reinitialize(Configuration configuration, RMContext context) throws IOException {
    Setup replacement = load(configuration);
    Resource maximumAllocation = AllocationLimits.maximum(configuration);
    writeLock.lock();
    try {
      replaceQueues(replacement);
      refreshMaximumAllocation(maximumAllocation);
    } catch (IOException | RuntimeException e) {
      if (queues() != replacement.queues()) {
        replacement.queues().endMetricsOfOthersThan(setup.queues());
      }
      throw e;
    } finally {
      writeLock.unlock();
    }
    // Waits for who is asking the rules in force, and they may be asking a directory of users.
    rmContext.getQueuePlacementManager().updateRules(replacement.placementRules());
    Configuration monitored = Monitors.of(configuration);
    super.reinitialize(monitored, context);
    if (!Monitors.preempt(monitored)) {
      stopPreemption();
    }
    LOG.info("Queues refreshed from {}", replacement.queues().file().source());
  }

  private void replaceQueues(Setup replacement) throws IOException {
    QueueTree queues = replacement.queues();
    Resource cluster = getClusterResource();
    queues.file().checkAgainst(cluster);
    queues.createAgain(setup.queues());
    queues.checkCanReplace(setup.queues());
    // They are made anew in their turn, by the new limits.
    reservations.dropAll();
    inbox.drain(setup.queues().ledger(), attempt -> {});
    queues.setCapacity(cluster);
    Runnable takeOver = queues.prepareTakeOver(setup.queues());
    access.publish(queues.specs());
    // From here on nothing can fail.
    takeOver.run();
    QueueTree replaced = setup.queues();
    setup = replacement;
    queues.enterForce(replaced);
    // Limits may have changed, and so what can never be served.
    queues.root().attempts().forEach(inbox::changed);
  }

  private Setup load(Configuration configuration) throws IOException {
    QueueFile file = QueueFile.load(configuration, rmContext.getConfigurationProvider());
    file.warnings().forEach(notice -> LOG.warn("{}", notice.message()));
    for (KeyNotice notice : file.ignoredKeys()) {
      LOG.warn("Not acted on by {}: {}", getClass().getSimpleName(), notice.message());
    }
    List<String> unsupported = Unsupported.of(configuration);
    if (!unsupported.isEmpty()) {
      LOG.warn("{} does not support: {}", getClass().getSimpleName(), unsupported);
    }
    FairnessPolicy policy = createPolicy(configuration);
    HeadroomSettings headroom = HeadroomSettings.read(configuration, optionPrefix());
    QueueTree queues =
        new QueueTree(file, policy, vectors, cluster.shapes(), access, configuration);
    LOG.info(
        "{} shares by {}, node-headroom {}; queues from {}",
        getName(),
        policy.name(),
        headroom.mode().configured(),
        file.source());
    return new Setup(
        queues,
        new Admission(queues, access),
        new ContainerAssigner(queues, inbox, vectors, headroom, reservations),
        PlacementRules.of(file.mappings(), configuration, this),
        () -> createPolicy(configuration));
  }

  @Override
  public void recover(RMState state) {
    // Applications and containers come back through events.
  }

  // ----------------------------------------------------------------- priorities, moves, queues

  /**
   * Called once for each submission, with the caller's identity: the place to check the ACL too.
   */
  @Override
  public Priority checkAndGetApplicationPriority(
      @Nullable Priority requested, UserGroupInformation user, String queue, ApplicationId id)
      throws YarnException {
    Admission admission = admission();
    admission.checkSubmit(id, queue, user);
    return admission.grantPriority(id, requested, queue, user, getMaxClusterLevelAppPriority());
  }

  /**
   * Neither the look-up of the caller's groups nor the write to the state store holds the
   * scheduler's lock: a directory service or a ZooKeeper that does not answer delays other updates
   * of priorities at most.
   */
  @Override
  public Priority updateApplicationPriority(
      Priority requested, ApplicationId id, SettableFuture<Object> saved, UserGroupInformation user)
      throws YarnException {
    Application application = application(id);
    RMApp rmApp = rmContext.getRMApps().get(id);
    if (application == null || rmApp == null) {
      throw new YarnException(id + " is not running: its priority cannot be changed");
    }
    String queue = application.queue().getQueueName();
    Priority granted =
        admission().grantPriority(id, requested, queue, user, getMaxClusterLevelAppPriority());
    synchronized (priorities) {
      if (granted.equals(application.getPriority())) {
        saved.set(granted);
      } else {
        PriorityRecord.save(rmContext, rmApp, granted, saved);
        setPriority(application, granted);
      }
    }
    return granted;
  }

  private void setPriority(Application application, Priority priority) {
    writeLock.lock();
    try {
      application.setPriority(priority);
      if (application.hasLeaf()) {
        application.queue().ledger().reweigh(application);
      }
      if (application.getCurrentAppAttempt() != null) {
        inbox.changed(application.getCurrentAppAttempt());
      }
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  public void preValidateMoveApplication(ApplicationId id, String queue) throws YarnException {
    readLock.lock();
    try {
      moveTarget(id, queue);
    } finally {
      readLock.unlock();
    }
  }

  @Override
  public String moveApplication(ApplicationId id, String queue) throws YarnException {
    writeLock.lock();
    try {
      LeafQueue target = moveTarget(id, queue);
      Application application = Objects.requireNonNull(application(id));
      if (target != application.queue()) {
        AppAttempt attempt = application.getCurrentAppAttempt();
        if (attempt != null) {
          reservations.drop(attempt);
        }
        application.queue().moveTo(target, application);
        if (attempt != null) {
          target.masters().takeOver(attempt, application.queue().masters());
          attempt.move(target);
          inbox.changed(attempt);
          cluster.askThoseWaiting();
        }
        application.setQueue(target);
      }
      return target.getQueueName();
    } finally {
      writeLock.unlock();
    }
  }

  private LeafQueue moveTarget(ApplicationId id, String queue) throws YarnException {
    Application application = application(id);
    if (application == null) {
      throw new YarnException(id + " is not running: it cannot be moved");
    }
    LeafQueue target = admission().leaf(id, queue);
    return target == application.queue()
        ? target
        : admission().admit(id, queue, application.getUser(), 0);
  }

  @Override
  public QueueInfo getQueueInfo(String name, boolean includeChildQueues, boolean recursive)
      throws IOException {
    FairQueue queue = queues().find(name);
    if (queue == null) {
      throw new IOException("There is no queue " + LogText.of(name));
    }
    return queue.getQueueInfo(includeChildQueues, recursive);
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo() {
    try {
      return queues().root().getQueueUserAclInfo(UserGroupInformation.getCurrentUser());
    } catch (IOException e) {
      LOG.warn("The caller's identity is not known", e);
      return List.of();
    }
  }

  @Override
  public boolean checkAccess(UserGroupInformation user, QueueACL acl, String name) {
    FairQueue queue = queues().find(name);
    return queue == null ? !access.isEnabled() : queue.hasAccess(acl, user);
  }

  @Override
  public @Nullable List<ApplicationAttemptId> getAppsInQueue(String name) {
    FairQueue queue = queues().find(name);
    return queue == null
        ? null
        : queue.attempts().map(AppAttempt::getApplicationAttemptId).toList();
  }

  /**
   * Returns the queues as they were at most a second ago. Any thread: however many look on, the
   * scheduler's lock is taken at most once a second.
   */
  public final QueueSnapshot snapshot() {
    return snapshot.get();
  }

  @Override
  public QueueMetrics getRootQueueMetrics() {
    return queues().root().getMetrics();
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
