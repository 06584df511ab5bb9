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
package io.github.yarnfair.it.rivals;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ahs.RMApplicationHistoryWriter;
import org.apache.hadoop.yarn.server.resourcemanager.metrics.NoOpSystemMetricPublisher;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStartedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.slf4j.event.Level;

/**
 * A real scheduler with as much of a ResourceManager around it as it needs: no network, no threads
 * that matter, no clock. Nodes and containers are YARN's own; an application is known to the
 * scheduler by an attempt as usual, while its life cycle in the ResourceManager is stubbed.
 *
 * <p>Application masters are unmanaged: they hold no container, so that tasks are all there is.
 */
final class SimulatedResourceManager implements AutoCloseable {
  private static final String USER = "user";

  private final EventQueue events = new EventQueue();
  private final RMContainerTokenSecretManager containerTokens;
  private final NMTokenSecretManagerInRM nodeTokens;
  private final RMContextImpl context;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private int applications;

  /**
   * Boots a scheduler.
   *
   * @param conf names the scheduler
   * @param queueFile given to a scheduler that asks for its own configuration file
   */
  SimulatedResourceManager(Configuration conf, ConfigurationProvider queueFile) throws Exception {
    // Schedulers have a lot to say about each container.
    GenericTestUtils.setRootLogLevel(Level.ERROR);
    ResourceUtils.resetResourceTypes(conf);
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    containerTokens = new RMContainerTokenSecretManager(conf);
    containerTokens.rollMasterKey();
    nodeTokens = new NMTokenSecretManagerInRM(conf);
    nodeTokens.rollMasterKey();
    context = context(conf, queueFile);
    scheduler =
        (AbstractYarnScheduler<?, ?>)
            ReflectionUtils.newInstance(conf.getClass(YarnConfiguration.RM_SCHEDULER, null), conf);
    context.setScheduler(scheduler);
    scheduler.setRMContext(context);
    EventHandler<RMAppEvent> lifeCycle = SimulatedResourceManager::checkNotRejected;
    events.register(SchedulerEventType.class, scheduler);
    events.register(RMAppEventType.class, lifeCycle);
    scheduler.init(conf);
    scheduler.start();
  }

  private RMContextImpl context(Configuration conf, ConfigurationProvider queueFile) {
    RMContextImpl made =
        new RMContextImpl(
            events,
            new ContainerAllocationExpirer(events),
            null,
            null,
            null,
            null,
            containerTokens,
            nodeTokens,
            null);
    RMNodeLabelsManager labels = new RMNodeLabelsManager();
    labels.setRMContext(made);
    labels.init(conf);
    made.setNodeLabelManager(labels);
    made.setYarnConfiguration(conf);
    made.setConfigurationProvider(queueFile);
    made.setQueuePlacementManager(new PlacementManager());
    made.setAllocationTagsManager(new AllocationTagsManager(made));
    made.setRMApplicationHistoryWriter(new RMApplicationHistoryWriter());
    made.setSystemMetricsPublisher(new NoOpSystemMetricPublisher());
    return made;
  }

  private static void checkNotRejected(RMAppEvent event) {
    if (event.getType() == RMAppEventType.APP_REJECTED) {
      throw new IllegalStateException(
          event.getApplicationId() + " rejected: " + event.getDiagnosticMsg());
    }
  }

  /** Lets the scheduler tell the time by another clock than the machine's. */
  void runBy(Clock clock) {
    scheduler.setClock(clock);
  }

  /** Registers a node of that size; its address needs no name service. */
  NodeId addNode(Resource total) {
    int number = context.getRMNodes().size() + 1;
    String host = "127.0.%d.%d".formatted(number / 250, number % 250 + 1);
    NodeId id = NodeId.newInstance(host, 45454);
    RMNodeImpl node =
        new RMNodeImpl(
            id, context, host, id.getPort(), 8042, new NodeBase(host, "/rack"), total, "3.5.0");
    context.getRMNodes().put(id, node);
    node.handle(new RMNodeStartedEvent(id, null, null, null));
    events.drain();
    return id;
  }

  /**
   * Lets a node report to the scheduler, which may use what is free on it.
   *
   * @return whether it placed containers
   */
  boolean heartbeat(NodeId node) {
    int before = scheduler.getNodeReport(node).getNumContainers();
    scheduler.handle(new NodeUpdateSchedulerEvent(context.getRMNodes().get(node)));
    events.drain();
    return scheduler.getNodeReport(node).getNumContainers() > before;
  }

  /** What FairScheduler does every so often: it takes note of demands. */
  void update() {
    scheduler.update();
  }

  /** Starts an application whose master is unmanaged. */
  ApplicationAttemptId submit(String queuePath) {
    ApplicationId id = ApplicationId.newInstance(1, ++applications);
    ApplicationSubmissionContext submission =
        ApplicationSubmissionContext.newInstance(
            id, id.toString(), queuePath, Priority.newInstance(0), null, true, false, 1, null);
    context.getRMApps().put(id, stub(submission));
    int dot = queuePath.lastIndexOf('.');
    scheduler.handle(
        new AppAddedSchedulerEvent(
            USER,
            submission,
            false,
            submission.getPriority(),
            new ApplicationPlacementContext(
                queuePath.substring(dot + 1), queuePath.substring(0, dot))));
    ApplicationAttemptId attempt = ApplicationAttemptId.newInstance(id, 1);
    scheduler.handle(new AppAttemptAddedSchedulerEvent(attempt, false));
    events.drain();
    return attempt;
  }

  /** Knows how it was submitted and nothing else. Not a mock: schedulers ask all the time. */
  private static RMApp stub(ApplicationSubmissionContext submission) {
    return (RMApp)
        Proxy.newProxyInstance(
            RMApp.class.getClassLoader(),
            new Class<?>[] {RMApp.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getApplicationId" -> submission.getApplicationId();
                  case "getApplicationSubmissionContext" -> submission;
                  case "getApplicationSchedulingEnvs" -> Map.of();
                  default -> null;
                });
  }

  /** An application master's call; returns the containers it is given. */
  List<Container> allocate(
      ApplicationAttemptId attempt, List<ResourceRequest> asks, List<ContainerId> releases) {
    List<Container> given =
        scheduler
            .allocate(attempt, asks, null, releases, null, null, new ContainerUpdates())
            .getContainers();
    events.drain();
    return given;
  }

  /** Returns how many containers of an attempt the scheduler counts as alive. */
  int liveContainers(ApplicationAttemptId attempt) {
    return scheduler.getSchedulerAppInfo(attempt).getLiveContainers().size();
  }

  @Override
  public void close() {
    scheduler.stop();
    containerTokens.stop();
    nodeTokens.stop();
  }
}
