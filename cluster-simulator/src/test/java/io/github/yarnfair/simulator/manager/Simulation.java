// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.simulator.manager.SimulatedApplication.Attempt;
import io.github.yarnfair.simulator.manager.SimulatedApplication.Work;
import io.github.yarnfair.simulator.manager.SimulatedMaster.Answer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.event.RMAppAttemptContainerFinishedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeUpdateContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.jspecify.annotations.Nullable;

/**
 * A cluster on a virtual clock, in one thread: a scheduler in one ResourceManager after another,
 * NodeManagers and masters that call it over a network that loses, repeats and delays, and users.
 * The same seed and happenings give the same run, decision by decision.
 */
final class Simulation implements SimulatedManager.World, SimulatedMaster.Nodes, AutoCloseable {
  /** Longest silence of a node or a master. */
  static final long SILENCE_MILLIS = 600_000;

  private static final long TICK_MILLIS = 15_000;
  private static final int TICKS_BETWEEN_LOOKS = 8;
  private static final int TICKS_BETWEEN_CHECKS = 8;
  private static final long REMEMBERED_MILLIS = 600_000;
  private static final int REPEATABLE = 20;

  final EventLoop loop = new EventLoop();
  final Journal journal;
  final Setting setting;
  final List<Configuration> files;
  final Map<NodeId, SimulatedNode> nodes = new LinkedHashMap<>();
  final Map<NodeId, String> labels = new LinkedHashMap<>();
  final Map<ApplicationId, SimulatedApplication> applications = new LinkedHashMap<>();
  final SchedulerErrors errors = new SchedulerErrors();

  /** Events for the scheduler that may be sent again. */
  final Deque<SchedulerEvent> sent = new ArrayDeque<>();

  private final long seed;
  private final Invariants invariants = new Invariants(this);
  private final Map<Object, Integer> calls = new HashMap<>();
  private @Nullable SimulatedManager manager;
  private int configuration;
  private int epoch;
  private int lastApplication;
  private int lastNode;
  private long ticks;
  private boolean isNetworkSound;

  Simulation(long seed, Setting setting, boolean keepsLines) {
    this.seed = seed;
    this.setting = setting;
    journal = new Journal(loop, keepsLines);
    files = QueueFiles.of(setting);
    start(false);
    loop.in(TICK_MILLIS, this::tick);
  }

  // --------------------------------------------------------------------- the ResourceManager

  /** Returns the ResourceManager; null between a crash and the next start. */
  @Nullable SimulatedManager manager() {
    return manager;
  }

  HierarchicalScheduler scheduler() {
    return manager.scheduler();
  }

  /** Starts a ResourceManager, which recovers what was stored. */
  void start(boolean isStandby) {
    Map<NodeId, Set<String>> stored = new HashMap<>();
    labels.forEach((id, label) -> stored.put(id, label.isEmpty() ? Set.of() : Set.of(label)));
    manager =
        new SimulatedManager(
            this,
            loop,
            new Configuration(files.get(isStandby ? 0 : configuration)),
            epoch++,
            stored,
            isStandby ? files.get(configuration) : null);
    List.copyOf(applications.values()).forEach(this::recover);
  }

  private void recover(SimulatedApplication application) {
    application.crash();
    know(application);
    Attempt attempt = application.attempt();
    send(
        new AppAddedSchedulerEvent(
            application.user(), application.submission(), attempt != null, application.priority()));
    if (attempt != null && !application.hasEnded()) {
      if (attempt.hasEnded) {
        beginLater(application);
      } else {
        attempt.heardAt = loop.getTime();
        send(new AppAttemptAddedSchedulerEvent(attempt.id, false, true));
      }
    }
  }

  private void know(SimulatedApplication application) {
    application.setMetrics(new RMAppAttemptMetrics(application.nextAttempt(), manager.context()));
    manager.context().getRMApps().put(application.id(), application.known());
  }

  void crash() {
    manager.crash();
    manager = null;
    sent.clear();
  }

  void send(SchedulerEvent event) {
    sent.addLast(event);
    if (sent.size() > REPEATABLE) {
      sent.removeFirst();
    }
    manager.send(event);
  }

  /** Reads another queue file. */
  void refresh(int to) throws java.io.IOException {
    scheduler().reinitialize(files.get(to), manager.context());
    configuration = to;
    manager.deliver();
  }

  int configuration() {
    return configuration;
  }

  /** What YARN's monitors do by their clocks. */
  private void tick() {
    loop.in(TICK_MILLIS, this::tick);
    if (manager == null) {
      return;
    }
    long now = loop.getTime();
    manager.deliver();
    manager.expire();
    if (setting.preempts() && ticks % TICKS_BETWEEN_LOOKS == 0) {
      manager.call(() -> scheduler().preempt());
    }
    for (SimulatedNode node : List.copyOf(nodes.values())) {
      if (node.isKnown(manager) && now - node.heardAt() > SILENCE_MILLIS) {
        remove(node);
      }
    }
    for (SimulatedApplication application : List.copyOf(applications.values())) {
      Attempt attempt = application.attempt();
      if (now > application.endsBy()) {
        end(application, RMAppState.KILLED);
      } else if (attempt != null
          && attempt.isStored
          && !attempt.hasEnded
          && now - attempt.heardAt > SILENCE_MILLIS) {
        fail(application, attempt);
      }
    }
    if (++ticks % TICKS_BETWEEN_CHECKS == 0) {
      invariants.check();
    }
  }

  @Override
  public void handled() {
    invariants.checkStarted();
  }

  @Override
  public void started(NodeId node, ContainerId container) {
    invariants.started(node, container);
  }

  @Override
  public void told(Event event) {
    if (event instanceof RMNodeCleanContainerEvent clean) {
      SimulatedNode node = nodes.get(clean.getNodeId());
      if (node != null && node.isKnown(manager)) {
        node.toEnd(clean.getContainerId());
      }
    } else if (event instanceof RMNodeUpdateContainerEvent update) {
      SimulatedNode node = nodes.get(update.getNodeId());
      if (node != null && node.isKnown(manager)) {
        node.toResize(update.getToBeUpdatedContainers().keySet());
      }
    } else if (event instanceof RMAppEvent app) {
      SimulatedApplication application = applications.get(app.getApplicationId());
      if (application != null) {
        told(application, app);
      }
    } else if (event instanceof RMAppAttemptEvent own) {
      SimulatedApplication application =
          applications.get(own.getApplicationAttemptId().getApplicationId());
      Attempt attempt =
          application == null ? null : application.attempt(own.getApplicationAttemptId());
      if (attempt != null) {
        told(application, attempt, own);
      }
    }
  }

  private void told(SimulatedApplication application, RMAppEvent event) {
    switch (event.getType()) {
      case APP_ACCEPTED -> {
        application.accept();
        application.endsInSeconds(
            scheduler().checkAndGetApplicationLifetime(application.queue(), -1));
        begin(application);
      }
      case APP_REJECTED -> {
        journal.decided("%s is refused: %s", application, event.getDiagnosticMsg());
        forget(application);
      }
      case KILL -> {
        journal.decided("%s is killed: %s", application, event.getDiagnosticMsg());
        end(application, RMAppState.KILLED);
      }
      default -> {}
    }
  }

  private void told(SimulatedApplication application, Attempt attempt, RMAppAttemptEvent event) {
    if (event instanceof RMAppAttemptContainerFinishedEvent finished) {
      ContainerId container = finished.getContainerStatus().getContainerId();
      journal.decided(
          "%s has ended with %d", container, finished.getContainerStatus().getExitStatus());
      Attempt current = application.attempt();
      if (attempt.container != null && attempt.container.getId().equals(container)) {
        fail(application, attempt);
      } else if (current != null) {
        current.finished.add(finished.getContainerStatus());
      }
      return;
    }
    switch (event.getType()) {
      case ATTEMPT_ADDED -> {
        if (application.masterSize() == null) {
          runMaster(application, attempt);
        } else {
          allocate(attempt, application);
        }
      }
      case CONTAINER_ALLOCATED -> fetchMaster(application, attempt);
      default -> {}
    }
  }

  // ---------------------------------------------------------------------------- applications

  SimulatedApplication submit(
      String queue,
      String user,
      int priority,
      Set<String> tags,
      boolean keepsContainers,
      @Nullable Resource masterSize) {
    return new SimulatedApplication(
        ++lastApplication,
        queue,
        user,
        priority,
        tags,
        keepsContainers,
        masterSize,
        loop.getTime());
  }

  /** Has the ResourceManager accept an application. */
  void submit(SimulatedApplication application) {
    applications.put(application.id(), application);
    know(application);
    send(
        new AppAddedSchedulerEvent(
            application.user(), application.submission(), false, application.priority()));
  }

  private void begin(SimulatedApplication application) {
    Attempt before = application.attempt();
    Attempt attempt = application.begin(new SimulatedMaster(application));
    if (before != null) {
      attempt.finished.addAll(before.finished);
    }
    send(
        new AppAttemptAddedSchedulerEvent(
            attempt.id, before != null && application.keepsContainers()));
  }

  private void beginLater(SimulatedApplication application) {
    SimulatedManager by = manager;
    loop.in(
        1000,
        () -> {
          if (manager == by && !application.hasEnded()) {
            begin(application);
          }
        });
  }

  private void allocate(Attempt attempt, SimulatedApplication application) {
    manager.call(
        () ->
            scheduler()
                .allocate(
                    attempt.id,
                    application.masterAsks(),
                    null,
                    List.of(),
                    List.of(),
                    List.of(),
                    new ContainerUpdates()));
  }

  private void fetchMaster(SimulatedApplication application, Attempt attempt) {
    if (application.masterSize() == null || attempt.container != null || attempt.hasEnded) {
      return;
    }
    List<Container> given =
        manager
            .call(
                () ->
                    scheduler()
                        .allocate(
                            attempt.id,
                            new ArrayList<>(),
                            null,
                            List.of(),
                            List.of(),
                            List.of(),
                            new ContainerUpdates()))
            .getContainers();
    if (given.isEmpty()) {
      SimulatedManager by = manager;
      loop.in(
          500,
          () -> {
            if (manager == by) {
              fetchMaster(application, attempt);
            }
          });
      return;
    }
    Container container = given.get(0);
    attempt.container = container;
    RMContainerImpl known = (RMContainerImpl) scheduler().getRMContainer(container.getId());
    if (known != null) {
      known.setAMContainer(true);
    }
    journal.note("%s: master in %s on %s", application, container.getId(), container.getNodeId());
    runMaster(application, attempt);
    SimulatedNode node = nodes.get(container.getNodeId());
    if (node != null && !node.isCutOff(loop.getTime())) {
      node.launch(container, Set.of(), "", Long.MAX_VALUE);
    } else {
      attempt.master.die();
    }
  }

  private void runMaster(SimulatedApplication application, Attempt attempt) {
    attempt.isStored = true;
    attempt.heardAt = loop.getTime();
    SimulatedMaster master = attempt.master;
    loop.in(1000, () -> beat(application, attempt, master));
  }

  /** Ends an attempt, and begins another one unless there were too many. */
  void fail(SimulatedApplication application, Attempt attempt) {
    if (attempt.hasEnded || application.attempt() != attempt) {
      return;
    }
    boolean isLast = attempt.id.getAttemptId() >= SimulatedApplication.MOST_ATTEMPTS;
    boolean keeps = application.keepsContainers() && !isLast;
    journal.note("%s: attempt %d has failed", application, attempt.id.getAttemptId());
    attempt.hasEnded = true;
    attempt.master.die();
    send(new AppAttemptRemovedSchedulerEvent(attempt.id, RMAppAttemptState.FAILED, keeps));
    if (isLast) {
      application.end();
      remove(application, RMAppState.FAILED);
    } else {
      beginLater(application);
    }
  }

  /** Ends an application. */
  void end(SimulatedApplication application, RMAppState how) {
    Attempt attempt = application.attempt();
    journal.note("%s is %s", application, how);
    application.end();
    if (attempt != null) {
      attempt.master.die();
      send(
          new AppAttemptRemovedSchedulerEvent(
              attempt.id,
              how == RMAppState.FINISHED ? RMAppAttemptState.FINISHED : RMAppAttemptState.KILLED,
              false));
    }
    remove(application, how);
  }

  private void remove(SimulatedApplication application, RMAppState how) {
    send(new AppRemovedSchedulerEvent(application.id(), how));
    forget(application);
  }

  private void forget(SimulatedApplication application) {
    application.end();
    applications.remove(application.id());
    SimulatedManager by = manager;
    loop.in(REMEMBERED_MILLIS, () -> by.context().getRMApps().remove(application.id()));
  }

  /** A master's call. */
  private void beat(SimulatedApplication application, Attempt attempt, SimulatedMaster master) {
    if (attempt.container != null && !runs(attempt.container)) {
      master.die();
    }
    if (!master.isAlive() || attempt.hasEnded) {
      return;
    }
    long now = loop.getTime();
    loop.in(setting.beatMillis(), () -> beat(application, attempt, master));
    Random network = network(attempt.id);
    if (manager == null || master.isSilent(now) || isLost(network, setting.lostPercent())) {
      return;
    }
    Answer answer = answer(application, attempt, master);
    if (answer == null) {
      return;
    }
    if (isLost(network, setting.answersLostPercent())) {
      master.setUndelivered(answer);
      return;
    }
    master.setUndelivered(null);
    master.take(answer, this);
    master.checkMissing(this, now);
    if (master.isDone() && manager.isUpToDate()) {
      end(application, RMAppState.FINISHED);
    }
  }

  /** Returns what the ResourceManager answers; null if the attempt has ended for it. */
  private @Nullable Answer answer(
      SimulatedApplication application, Attempt attempt, SimulatedMaster master) {
    if (!manager.isUpToDate() && scheduler().getApplicationAttempt(attempt.id) == null) {
      return null; // The ResourceManager has not come to it yet.
    }
    attempt.heardAt = loop.getTime();
    if (!master.isRegistered(manager)) {
      boolean isNew = master.isNew();
      master.register(manager);
      if (isNew && application.keepsContainers() && application.masterSize() != null) {
        master.takeOver(scheduler().getTransferredContainers(attempt.id));
      }
    }
    Answer repeated = master.undelivered();
    if (repeated != null) {
      return repeated;
    }
    SimulatedMaster.Call call = master.call(this::isCurrent);
    Allocation allocation =
        manager.call(
            () ->
                scheduler()
                    .allocate(
                        attempt.id,
                        call.asks(),
                        call.constrained().isEmpty() ? null : call.constrained(),
                        call.releases(),
                        call.refused(),
                        call.noLongerRefused(),
                        call.updates()));
    Answer answer = new Answer(allocation, List.copyOf(attempt.finished));
    attempt.finished.clear();
    return answer;
  }

  private boolean isCurrent(UpdateContainerRequest resize) {
    RMContainer known = scheduler().getRMContainer(resize.getContainerId());
    return known != null && known.getContainer().getVersion() == resize.getContainerVersion();
  }

  // ----------------------------------------------------------------------------------- nodes

  SimulatedNode addNode(Resource capability, String label) {
    SimulatedNode node = new SimulatedNode(++lastNode, capability);
    nodes.put(node.id(), node);
    labels.put(node.id(), label);
    if (manager != null) {
      manager.label(node.id(), label);
    }
    loop.in(100L * lastNode % setting.beatMillis(), () -> beat(node));
    return node;
  }

  private void beat(SimulatedNode node) {
    if (nodes.get(node.id()) != node) {
      return;
    }
    long now = loop.getTime();
    loop.in(setting.beatMillis(), () -> beat(node));
    node.endThoseDone(now);
    Random network = network(node.id());
    if (manager == null || node.isCutOff(now) || isLost(network, setting.lostPercent())) {
      return;
    }
    boolean isAnswered = !isLost(network, setting.answersLostPercent());
    if (isLost(network, setting.latePercent())) {
      long late = (long) (network.nextDouble() * 2 * setting.beatMillis());
      loop.in(late, () -> hear(node, isAnswered));
    } else {
      hear(node, isAnswered);
    }
  }

  private void hear(SimulatedNode node, boolean isAnswered) {
    if (manager == null || nodes.get(node.id()) != node) {
      return;
    }
    if (!node.isRegistered(manager)) {
      register(node);
      return;
    }
    node.hear(loop.getTime());
    manager.send(new NodeUpdateSchedulerEvent(node.known()));
    if (isAnswered) {
      node.hearAnswer();
    }
  }

  /** Registers a node, or once more. */
  void register(SimulatedNode node) {
    journal.note("%s registers", node.id());
    var reports = node.reports();
    node.register(manager, loop.getTime());
    manager.context().getRMNodes().put(node.id(), node.known());
    send(new NodeAddedSchedulerEvent(node.known(), reports));
  }

  /** The ResourceManager gives a node up. */
  void remove(SimulatedNode node) {
    journal.note("%s is lost", node.id());
    manager.context().getRMNodes().remove(node.id());
    node.forget();
    send(new NodeRemovedSchedulerEvent(node.known()));
  }

  @Override
  public boolean launch(Container container, Work work) {
    SimulatedNode node = nodes.get(container.getNodeId());
    if (node == null || node.isCutOff(loop.getTime())) {
      return false;
    }
    ApplicationId id = container.getId().getApplicationAttemptId().getApplicationId();
    Set<String> tags =
        work.apart ? Set.of(SimulatedMaster.tag(applications.get(id), work)) : Set.of();
    node.launch(container, tags, work.label, loop.getTime() + work.millis);
    return true;
  }

  @Override
  public boolean runs(Container container) {
    SimulatedNode node = nodes.get(container.getNodeId());
    return node != null && node.runs(container.getId());
  }

  @Override
  public boolean hasSucceeded(Container container) {
    SimulatedNode node = nodes.get(container.getNodeId());
    return node != null && node.hasSucceeded(container.getId());
  }

  @Override
  public void resize(Container container) {
    SimulatedNode node = nodes.get(container.getNodeId());
    if (node != null) {
      node.toResize(Set.of(container));
    }
  }

  // --------------------------------------------------------------------------------- network

  /** From now on nothing is lost, repeated or late. */
  void mendNetwork() {
    isNetworkSound = true;
  }

  private boolean isLost(Random network, int percent) {
    return network.nextInt(100) < percent && !isNetworkSound;
  }

  /** Returns what a call meets: the same in each run, whatever else happens. */
  private Random network(Object caller) {
    int call = calls.merge(caller, 1, Integer::sum);
    return new Random((seed * 31 + caller.hashCode()) * 1_000_003L + call);
  }

  Invariants invariants() {
    return invariants;
  }

  static Resource resource(long memory, int vcores, long gpus) {
    return SchedulerConf.resource(memory, vcores, gpus, 0);
  }

  @Override
  public void close() {
    if (manager != null) {
      manager.crash();
    }
    errors.close();
  }
}
