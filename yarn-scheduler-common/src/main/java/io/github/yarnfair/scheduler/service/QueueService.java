// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.scheduler.admission.Admission;
import io.github.yarnfair.scheduler.admission.AllocationLimits;
import io.github.yarnfair.scheduler.admission.PlacementRules;
import io.github.yarnfair.scheduler.assign.ContainerAssigner;
import io.github.yarnfair.scheduler.balance.BalanceSettings;
import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import io.github.yarnfair.scheduler.conf.ConfiguredRule;
import io.github.yarnfair.scheduler.conf.GangSettings;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.conf.HistorySettings;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.NodeChoiceSettings;
import io.github.yarnfair.scheduler.conf.OutlookSettings;
import io.github.yarnfair.scheduler.conf.RecordingOptions;
import io.github.yarnfair.scheduler.conf.RestType;
import io.github.yarnfair.scheduler.conf.ShareSettings;
import io.github.yarnfair.scheduler.conf.Unsupported;
import io.github.yarnfair.scheduler.conf.file.AbsentKeys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.ApplicationLifetime;
import io.github.yarnfair.scheduler.demand.ParallelApplications;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues in force, what belongs to them, and their refresh, which replaces all of it or
 * nothing. Any thread reads; {@link #start} and {@link #replace} need the scheduler's write lock.
 */
public final class QueueService {
  private static final Logger LOG = LoggerFactory.getLogger(QueueService.class);

  private final SchedulerRule rule;
  private final MutableConfScheduler scheduler;
  private final SharedState state;
  private final QueueAccess access;
  private final Predicate<Configuration> preempts;
  private final QueueSource source;
  private final ClusterLabels labels;

  // Both set by start, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private MachineClassSource classes;

  @SuppressWarnings("NullAway.Init")
  private volatile Setup setup;

  /** All that a refresh replaces at once. */
  record Setup(
      QueueTree queues,
      Admission admission,
      ParallelApplications parallel,
      ContainerAssigner assigner,
      QueueSources sources) {}

  /**
   * @param scheduler is handed to YARN's placement rules and to the store of queues, and not called
   * @param preempts returns whether a configuration starts preemption
   */
  QueueService(
      SchedulerRule rule,
      MutableConfScheduler scheduler,
      SharedState state,
      QueueAccess access,
      Predicate<Configuration> preempts) {
    this.rule = rule;
    this.scheduler = scheduler;
    this.state = state;
    this.access = access;
    this.preempts = preempts;
    labels = new ClusterLabels(state.context());
    source = new QueueSource(rule, scheduler, state, () -> setup == null ? null : tree());
  }

  /** Returns where the queues are configured. */
  public QueueSource source() {
    return source;
  }

  public QueueTree tree() {
    return setup.queues();
  }

  /** Names the keys of the queues in force that name a label which the cluster does not have. */
  public void warnOfUnknownLabels() {
    labels.warnOfUnknown(tree(), sources().configuration());
  }

  public Admission admission() {
    return setup.admission();
  }

  ParallelApplications parallel() {
    return setup.parallel();
  }

  public ContainerAssigner assigner() {
    return setup.assigner();
  }

  /** Returns what the queues in force are built from. */
  public QueueSources sources() {
    return setup.sources();
  }

  /** Returns a policy like the one in force, for another selection or a copy of the share tree. */
  public FairnessPolicy policyForPlans() {
    return setup.sources().policy().get();
  }

  // ---------------------------------------------------------------------- start and refresh

  /**
   * Reads the queue configuration; changes nothing.
   *
   * @throws IOException naming what is wrong with it
   */
  public QueueSources load(Configuration configuration) throws IOException {
    QueueFile file = source.read(configuration);
    warn(file, configuration);
    ConfiguredRule configured = new ConfiguredRule(rule, configuration, state.clock());
    String prefix = rule.optionPrefix();
    HeadroomSettings headroom = HeadroomSettings.read(configuration, prefix);
    NodeChoiceSettings choice = NodeChoiceSettings.read(configuration, prefix, rule.nodeChoice());
    ShareSettings shares = ShareSettings.read(configuration, prefix, rule.shareSpace());
    LOG.info(
        "{} shares by {}, share-space {}, node-headroom {}, node-choice {}; queues from {}",
        rule.schedulerClass(),
        configured.policy().name(),
        shares.space(),
        headroom.mode().configured(),
        choice.choice().configured(),
        file.source());
    RecordingOptions recording = RecordingOptions.read(configuration, prefix);
    return new QueueSources(
        file,
        configuration,
        AllocationLimits.maximum(configuration),
        headroom,
        choice,
        GangSettings.read(configuration, prefix),
        shares,
        OutlookSettings.read(configuration, prefix),
        configured.usersAreShares(),
        RestType.read(configuration, prefix),
        recording,
        HistorySettings.read(configuration, prefix),
        BalanceSettings.read(configuration, prefix),
        PlacementRules.of(file.mappings(), () -> tree().names(), configuration, scheduler),
        preempts.test(configuration),
        recording.settings() == null ? "" : QueueFileText.of(file),
        configured.policies());
  }

  /** Names what is configured and has no effect, and what is not and differs from elsewhere. */
  private void warn(QueueFile file, Configuration configuration) {
    String name = rule.schedulerName();
    file.warnings().forEach(notice -> LOG.warn("{}", notice.message()));
    file.ignoredKeys().forEach(key -> LOG.warn("Not acted on by {}: {}", name, key.message()));
    List<String> absent = AbsentKeys.of(file.root(), file.configuration());
    if (!absent.isEmpty()) {
      LOG.warn(
          "Not set, and by default not as under CapacityScheduler: {}", String.join("; ", absent));
    }
    List<String> unsupported = Unsupported.of(configuration);
    if (!unsupported.isEmpty()) {
      LOG.warn("{} does not support: {}", name, unsupported);
    }
  }

  /** Builds queues for some machine classes. */
  private Setup build(QueueSources sources, MachineClasses known) {
    QueueTree queues =
        new QueueTree(
            sources.file(),
            sources.policy().get(),
            state.vectors(),
            state.shapes(),
            known,
            sources.usersAreShares(),
            access,
            sources.file().configuration());
    ParallelApplications parallel = new ParallelApplications(sources.file().settings().parallel());
    return new Setup(
        queues,
        new Admission(queues, access),
        parallel,
        new ContainerAssigner(
            queues,
            state.inbox(),
            parallel,
            sources.headroom(),
            sources.choice(),
            state.reservations(),
            state.nodes()::getNodesByResourceName),
        sources);
  }

  /** Reads the queue configuration and puts the first queues in force. */
  public void start(Configuration configuration) throws IOException {
    source.open(configuration);
    QueueSources first = load(configuration);
    classes =
        new MachineClassSource(
            state.context(), configuration, first.shares().attribute(), state.vectors().length());
    setup = build(first, classes.now(Set.of(), first.shares().space()));
    state.reservations().gangs().configure(first.gangs());
    tree().setCapacity(state.clusterResource());
    tree().enterForce(null);
    access.publish(tree().file().root().subtree());
    labels.publish(tree());
  }

  /** Returns the name of a node's machine class by its labels and attributes. */
  String classOf(ClusterNode node) {
    return classes.classOf(node);
  }

  /**
   * Replaces the queues in force by the same ones for more machine classes, if a node's class or a
   * label is not known to them. Under the scheduler's write lock.
   *
   * @param ofNode the name of the class
   */
  void know(String ofNode) {
    assert state.isLocked();
    if (classes.kind() == MachineClasses.Kind.NONE) {
      return;
    }
    QueueSources sources = setup.sources();
    MachineClasses now = classes.now(Set.of(ofNode), sources.shares().space());
    if (tree().ledger().classes().cover(now)) {
      return;
    }
    try {
      Set<String> all = new HashSet<>(state.shapes().classes());
      all.add(ofNode);
      replaceBy(build(sources, classes.now(all, sources.shares().space())), false);
      LOG.info("Machine classes: {}", tree().ledger().classes());
    } catch (IOException e) {
      throw new IllegalStateException("no queues for machine class " + ofNode, e);
    }
  }

  /** A change of the queues under the scheduler's lock. */
  public interface Replacement {
    void run() throws IOException;
  }

  /**
   * Tells the authorization provider the permissions of new queues, and replaces the queues in
   * force by them. A provider may be on another host, so it is called without the lock, and before
   * an application can use a new queue.
   *
   * @param replacement takes the lock; if it fails, the permissions of the queues in force hold
   *     again
   * @throws IOException if the queues need a restart, or the provider or the replacement refuses
   */
  public void publish(QueueSources sources, Replacement replacement) throws IOException {
    if (!classes.isInUse(sources.shares())) {
      throw ConfiguredKey.refused(
          sources.configuration(),
          rule.optionPrefix() + ShareSettings.ATTRIBUTE,
          "the same as at the start of the ResourceManager, which has to be restarted");
    }
    try {
      access.publish(sources.file().root().subtree());
      replacement.run();
    } catch (IOException | RuntimeException e) {
      try {
        access.publish(tree().file().root().subtree());
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /**
   * Replaces the queues in force, all or none.
   *
   * @throws IOException naming what the new ones lack; those in force stay
   */
  public void replace(QueueSources replacement) throws IOException {
    assert state.isLocked();
    Set<String> ofNodes = new HashSet<>(state.shapes().classes());
    replaceBy(build(replacement, classes.now(ofNodes, replacement.shares().space())), true);
  }

  /**
   * @param isNewFile whether the file has been read since
   */
  private void replaceBy(Setup replacement, boolean isNewFile) throws IOException {
    try {
      Runnable takeOver = prepare(replacement, isNewFile);
      // From here on nothing can fail.
      takeOver.run();
      replacement.parallel().takeOver(parallel(), replacement.queues().applications().stream());
      QueueTree replaced = tree();
      setup = replacement;
      state.reservations().gangs().configure(replacement.sources().gangs());
      tree().enterForce(replaced);
      labels.publish(tree());
      // Limits may have changed, and so which requests are infeasible.
      LeafQueue.attemptsOf(tree().root()).forEach(state.inbox()::changed);
    } catch (IOException | RuntimeException e) {
      if (tree() != replacement.queues()) {
        replacement.queues().endMetricsOfOthersThan(tree());
      }
      throw e;
    }
  }

  private Runnable prepare(Setup replacement, boolean isNewFile) throws IOException {
    QueueTree queues = replacement.queues();
    Resource cluster = state.clusterResource();
    if (isNewFile) {
      queues.file().checkAgainst(cluster);
    }
    queues.createAgain(tree());
    queues.checkCanReplace(tree());
    // Later visits make them again, by the new limits.
    state.reservations().dropAll();
    assigner().takeInDemand();
    queues.setCapacity(cluster);
    Runnable takeOver = queues.prepareTakeOver(tree());
    return takeOver;
  }

  // ------------------------------------------------------------------------------- reports

  /** Returns the lifetime, in seconds, that an application gets which asks for a lifetime. */
  public long lifetime(String name, long requested) {
    ApplicationLifetime lifetime = admission().lifetime(name);
    return lifetime == null ? requested : lifetime.of(requested);
  }

  /** Returns the longest lifetime that an application may ask for, in seconds; -1 if unlimited. */
  public long maximumLifetime(String name) {
    ApplicationLifetime lifetime = admission().lifetime(name);
    return lifetime == null ? ApplicationLifetime.UNLIMITED.maximum() : lifetime.maximum();
  }

  public QueueInfo info(String name, boolean includeChildQueues, boolean recursive)
      throws IOException {
    FairQueue queue = tree().find(name);
    if (queue == null) {
      throw new IOException("There is no queue " + LogText.of(name));
    }
    return queue.getQueueInfo(includeChildQueues, recursive);
  }

  /** Returns what the caller may do in each queue. */
  public List<QueueUserACLInfo> aclInfo() {
    try {
      return tree().root().getQueueUserAclInfo(UserGroupInformation.getCurrentUser());
    } catch (IOException e) {
      LOG.warn("The caller's identity is not known", e);
      return List.of();
    }
  }

  public boolean hasAccess(UserGroupInformation user, QueueACL acl, String name) {
    FairQueue queue = tree().find(name);
    return queue == null ? !access.isEnabled() : queue.hasAccess(acl, user);
  }

  /** Returns the attempts in a queue and those below it, or null if there is no such queue. */
  public @Nullable List<ApplicationAttemptId> attempts(String name) {
    FairQueue queue = tree().find(name);
    return queue == null
        ? null
        : queue.attempts().map(SchedulerApplicationAttempt::getApplicationAttemptId).toList();
  }
}
