// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.recording.FlightRecorder;
import io.github.yarnfair.recording.Recorder;
import io.github.yarnfair.recording.RecordingSettings;
import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import io.github.yarnfair.scheduler.metrics.RecordingMetrics;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records all decisions of an active scheduler, and what they depend on, to files that the
 * simulator replays. What goes wrong with the recording ends the recording, with one line in the
 * log, and nothing else. Under the scheduler's write lock.
 */
public final class RecordingService {
  private static final Logger LOG = LoggerFactory.getLogger(RecordingService.class);

  private final SchedulerRule rule;
  private final SharedState state;
  private final QueueService queues;
  private final RecordingMetrics metrics;
  private boolean isStarted;

  /** The queues that are recorded, and what they are built from. */
  private @Nullable QueueTree tree;

  private @Nullable QueueSources sources;
  private @Nullable RecordingSettings settings;

  /** Null while nothing is recorded; read by metrics too. */
  private volatile @Nullable FlightRecorder flight;

  /** The recording before, which may still be writing. */
  private volatile @Nullable FlightRecorder ended;

  /** Written by recordings before that one, and lost by all that have ended. */
  private final AtomicLong written = new AtomicLong();

  private final AtomicLong lost = new AtomicLong();

  RecordingService(SchedulerRule rule, SharedState state, QueueService queues) {
    this.rule = rule;
    this.state = state;
    this.queues = queues;
    metrics = new RecordingMetrics(this::active, this::bytesWritten, this::eventsLost);
  }

  private long active() {
    FlightRecorder current = flight;
    return current != null && current.isActive() ? 1 : 0;
  }

  private long bytesWritten() {
    FlightRecorder current = flight;
    FlightRecorder former = ended;
    return written.get()
        + (former == null || former == current ? 0 : former.bytesWritten())
        + (current == null ? 0 : current.bytesWritten());
  }

  private long eventsLost() {
    FlightRecorder current = flight;
    return lost.get() + (current == null ? 0 : current.eventsLost());
  }

  // --------------------------------------------------------------------------------- life cycle

  /** The scheduler begins to decide. */
  public void start() {
    state.writeLock().lock();
    try {
      isStarted = true;
      metrics.register();
      begin();
    } finally {
      state.writeLock().unlock();
    }
  }

  /** The scheduler decides no more. */
  public void stop() {
    state.writeLock().lock();
    try {
      isStarted = false;
      end();
      metrics.unregister();
    } finally {
      state.writeLock().unlock();
    }
  }

  /** Waits until all is written, or five seconds if the disk does not answer. Without the lock. */
  public void awaitWritten() {
    FlightRecorder former = ended;
    if (former != null) {
      former.close();
    }
  }

  /** An event comes: nothing is half done now. */
  public void tick() {
    assert state.isLocked();
    if (tree != queues.tree() && isStarted) {
      adoptQueues();
    }
    FlightRecorder current = flight;
    if (current == null) {
      return;
    }
    switch (current.recorder().at(state.clock().getAsLong())) {
      case NOTHING -> {}
      case SNAPSHOT -> record(current, current.recorder().reason());
      case CLOSE -> end();
    }
  }

  /** Goes on with the queues in force; after a refresh, by its options, and if it had failed. */
  private void adoptQueues() {
    FlightRecorder current = flight;
    boolean isOfOtherOptions = !Objects.equals(settings, queues.sources().recording().settings());
    boolean isOver = current == null || current.hasFailed();
    if (!Objects.equals(sources, queues.sources()) && (isOver || isOfOtherOptions)) {
      end();
      begin();
    } else if (current != null) {
      record(current, Reason.OTHER_QUEUES);
    }
    tree = queues.tree();
    sources = queues.sources();
  }

  private void begin() {
    tree = queues.tree();
    sources = queues.sources();
    settings = sources.recording().settings();
    if (settings == null) {
      return;
    }
    String name = rule.schedulerName();
    FlightRecorder made =
        new FlightRecorder(
            settings,
            name,
            System::currentTimeMillis,
            e -> LOG.error("Decisions are recorded no longer: {}", e.toString(), e),
            ended);
    flight = made;
    LOG.info("Decisions are recorded in {}", settings.directory());
    record(made, Reason.START);
  }

  private void end() {
    FlightRecorder current = flight;
    if (current != null) {
      current.end();
      FlightRecorder former = ended;
      written.addAndGet(former == null ? 0 : former.bytesWritten());
      ended = current;
      flight = null;
      lost.addAndGet(current.eventsLost());
      restart(null);
    }
  }

  // ------------------------------------------------------------------------------------ snapshot

  private void record(FlightRecorder current, Reason reason) {
    try {
      snapshot(current.recorder(), reason);
    } catch (RuntimeException e) {
      LOG.error("Decisions are recorded no longer", e);
      end();
    }
  }

  private FairnessPolicy restart(@Nullable RecordedFacts facts) {
    FairnessPolicy policy = queues.policyForPlans();
    queues.tree().ledger().restart(policy, facts);
    return policy;
  }

  private void snapshot(Recorder recorder, Reason reason) {
    ShareLedger ledger = queues.tree().ledger();
    RecordedFacts facts = new RecordedFacts(recorder, state.vectors());
    FairnessPolicy policy = restart(facts);
    recorder.beginSnapshot(head(policy, ledger, reason), ledger.tree());
    recorder.queueFile(queues.tree().file().source(), queues.sources().recordedText());
    queues.tree().record();
    state.nodes().getAllNodes().forEach(facts::registered);
    state.applications().all().forEach(application -> recordRunning(application, facts));
    queues.assigner().restart();
    recorder.endSnapshot();
  }

  private SnapshotHead head(FairnessPolicy policy, ShareLedger ledger, Reason reason) {
    String version = rule.getClass().getPackage().getImplementationVersion();
    return new SnapshotHead(
        state.clock().getAsLong(),
        reason,
        "yarnfair " + (version == null ? "not packaged" : version),
        rule.schedulerName(),
        policy.name(),
        policy.revision(),
        queues.sources().choice().choice().configured(),
        ledger.classes().space(),
        Arrays.stream(ResourceUtils.getResourceTypesArray())
            .limit(state.vectors().length())
            .map(ResourceInformation::getName)
            .toList(),
        ledger.classes().names());
  }

  private void recordRunning(Application application, RecordedFacts facts) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null || !application.hasLeaf()) {
      return;
    }
    for (RMContainer container : attempt.getLiveContainers()) {
      ClusterNode node = state.nodes().getNode(container.getContainer().getNodeId());
      if (node != null) {
        facts.started(application.leaf(), container, node, container.isAMContainer());
      }
    }
  }
}
