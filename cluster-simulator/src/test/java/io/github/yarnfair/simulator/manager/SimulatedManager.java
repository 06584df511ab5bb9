// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ahs.RMApplicationHistoryWriter;
import org.apache.hadoop.yarn.server.resourcemanager.metrics.NoOpSystemMetricPublisher;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.NodeAttributesManagerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.AllocationExpirationInfo;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.MemoryPlacementConstraintManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.jspecify.annotations.Nullable;

/**
 * One life of a ResourceManager's process, from its start to its crash: a scheduler, and what it
 * needs around it. There are no threads: events wait in one line for the scheduler and in one for
 * the world outside, and are delivered when a call from outside has returned.
 */
@SuppressWarnings("rawtypes")
final class SimulatedManager {
  /** A container that is fetched and not started in this time is taken back. */
  static final long EXPIRY_MILLIS = 600_000;

  private static final Configuration DEFAULTS = new YarnConfiguration();

  /** What the scheduler tells others than itself. */
  interface World {
    /** An event for nodes, applications or attempts. */
    void told(Event event);

    /** A container has been given room on a node, not recovered. */
    void started(NodeId node, ContainerId container);

    /** An event has been handled. */
    void handled();
  }

  private final World world;
  private final EventLoop loop;
  private final RMContextImpl context;
  private final HierarchicalScheduler scheduler;
  private final Labels labels = new Labels();
  private final RMContainerTokenSecretManager containerTokens =
      new RMContainerTokenSecretManager(DEFAULTS);
  private final NMTokenSecretManagerInRM nodeTokens = new NMTokenSecretManagerInRM(DEFAULTS);
  private final ArrayDeque<SchedulerEvent> forScheduler = new ArrayDeque<>();
  private final ArrayDeque<Event> forWorld = new ArrayDeque<>();
  private final NavigableMap<AllocationExpirationInfo, Long> unstarted = new TreeMap<>();
  private boolean isAlive = true;
  private boolean isDelivering;
  private long stalledUntil;
  private long readyAt;

  /**
   * Starts a process.
   *
   * @param epoch how many there were before
   * @param labelsOfNodes as they were stored
   * @param refreshed read between initialization and start, as a standby does that takes over; null
   *     for none
   */
  SimulatedManager(
      World world,
      EventLoop loop,
      Configuration conf,
      int epoch,
      Map<NodeId, Set<String>> labelsOfNodes,
      @Nullable Configuration refreshed) {
    this.world = world;
    this.loop = loop;
    forgetLastProcess();
    try {
      context = context(conf, epoch);
      Class<?> type = conf.getClass("yarn.resourcemanager.scheduler.class", null);
      scheduler = (HierarchicalScheduler) ReflectionUtils.newInstance(type, conf);
      context.setScheduler(scheduler);
      labels.start();
      labels.addToCluserNodeLabels(
          List.of(
              NodeLabel.newInstance(QueueFiles.OWN, true),
              NodeLabel.newInstance(QueueFiles.OPEN, false)));
      labels.replaceLabelsOnNode(labelsOfNodes);
      forScheduler.clear();
      scheduler.setRMContext(context);
      scheduler.setClock(loop);
      scheduler.init(conf);
      if (refreshed != null) {
        scheduler.reinitialize(refreshed, context);
      }
      scheduler.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Metrics and rights are static: a new process would have none. */
  private static void forgetLastProcess() {
    QueueMetrics.clearQueueMetrics();
    ClusterMetrics.destroy();
    DefaultMetricsSystem.shutdown();
    DefaultMetricsSystem.setMiniClusterMode(true);
    YarnAuthorizationProvider.destroy();
  }

  private RMContextImpl context(Configuration conf, int epoch) {
    Dispatcher dispatcher = new Line();
    containerTokens.rollMasterKey();
    nodeTokens.rollMasterKey();
    RMContextImpl made =
        new RMContextImpl(
            dispatcher,
            new Expirer(dispatcher),
            null,
            null,
            null,
            null,
            containerTokens,
            nodeTokens,
            null) {
          @Override
          public long getEpoch() {
            return epoch;
          }

          @Override
          public boolean isSchedulerReadyForAllocatingContainers() {
            return loop.getTime() >= readyAt;
          }
        };
    made.setWorkPreservingRecoveryEnabled(true);
    labels.setRMContext(made);
    labels.init(conf);
    made.setNodeLabelManager(labels);
    made.setNodeAttributesManager(new NodeAttributesManagerImpl());
    made.setYarnConfiguration(conf);
    made.setQueuePlacementManager(new PlacementManager());
    made.setAllocationTagsManager(new Tags(made));
    made.setPlacementConstraintManager(new MemoryPlacementConstraintManager());
    made.setRMApplicationHistoryWriter(new RMApplicationHistoryWriter());
    made.setSystemMetricsPublisher(new NoOpSystemMetricPublisher());
    return made;
  }

  HierarchicalScheduler scheduler() {
    return scheduler;
  }

  RMContextImpl context() {
    return context;
  }

  /** Places nothing before a time: nodes report first. */
  void readyAt(long time) {
    readyAt = time;
  }

  /** Ends the process. What it would still have told is lost. */
  void crash() {
    isAlive = false;
    scheduler.stop();
    labels.stop();
    containerTokens.stop();
    nodeTokens.stop();
  }

  /** Lets events for the scheduler wait until a time; calls go on. */
  void stall(long until) {
    stalledUntil = until;
  }

  boolean isStalled() {
    return loop.getTime() < stalledUntil;
  }

  /** Returns whether the scheduler knows all that it was told. */
  boolean isUpToDate() {
    return forScheduler.isEmpty();
  }

  /** Sends an event to the scheduler, behind those that wait. */
  void send(SchedulerEvent event) {
    forScheduler.add(event);
    deliver();
  }

  /** Calls the scheduler, whatever events wait. */
  <T> T call(Supplier<T> call) {
    T result = call.get();
    deliver();
    return result;
  }

  /** Delivers what waits. */
  void deliver() {
    if (isDelivering) {
      return;
    }
    isDelivering = true;
    try {
      while (true) {
        if (!isStalled() && !forScheduler.isEmpty()) {
          scheduler.handle(forScheduler.remove());
          world.handled();
        } else if (!forWorld.isEmpty()) {
          world.told(forWorld.remove());
        } else {
          return;
        }
      }
    } finally {
      isDelivering = false;
    }
  }

  /** Sets a node's label, "" for none, as an administrator does. */
  void label(NodeId node, String label) {
    try {
      labels.replaceLabelsOnNode(Map.of(node, label.isEmpty() ? Set.of() : Set.of(label)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    deliver();
  }

  Set<String> labelsOf(NodeId node) {
    return labels.getLabelsOnNode(node);
  }

  /** Takes back what has been fetched and not been started for too long. */
  void expire() {
    List<AllocationExpirationInfo> expired =
        unstarted.entrySet().stream()
            .filter(entry -> entry.getValue() <= loop.getTime())
            .map(Map.Entry::getKey)
            .toList();
    for (AllocationExpirationInfo info : expired) {
      unstarted.remove(info);
      send(new ContainerExpiredSchedulerEvent(info.getContainerId(), info.isIncrease()));
    }
  }

  /** A dispatcher of two lines. */
  private final class Line implements Dispatcher {
    private final EventHandler<Event> handler = this::take;

    @Override
    public EventHandler<Event> getEventHandler() {
      return handler;
    }

    @Override
    public void register(Class<? extends Enum> eventType, EventHandler ignored) {}

    private void take(Event event) {
      if (!isAlive) {
        return;
      }
      if (event instanceof SchedulerEvent own) {
        forScheduler.add(own);
      } else {
        forWorld.add(event);
      }
    }
  }

  private final class Expirer extends ContainerAllocationExpirer {
    Expirer(Dispatcher dispatcher) {
      super(dispatcher);
    }

    @Override
    public synchronized void register(AllocationExpirationInfo info) {
      unstarted.put(info, loop.getTime() + EXPIRY_MILLIS);
    }

    @Override
    public synchronized void unregister(AllocationExpirationInfo info) {
      unstarted.remove(info);
    }
  }

  /** Sees each container that starts. */
  private final class Tags extends AllocationTagsManager {
    Tags(RMContextImpl context) {
      super(context);
    }

    @Override
    public void addContainer(NodeId node, ContainerId container, @Nullable Set<String> tags) {
      super.addContainer(node, container, tags);
      // One that a node reports is not known yet.
      if (isAlive && scheduler.getRMContainer(container) != null) {
        world.started(node, container);
      }
    }
  }

  /** Stores nothing: the simulation does. */
  private static final class Labels extends RMNodeLabelsManager {
    @Override
    protected void initDispatcher(Configuration conf) {}

    @Override
    protected void startDispatcher() {}

    @Override
    protected void stopDispatcher() {}

    @Override
    protected void initNodeLabelStore(Configuration conf) {}
  }
}
