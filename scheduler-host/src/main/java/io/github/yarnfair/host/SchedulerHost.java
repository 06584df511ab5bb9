// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ahs.RMApplicationHistoryWriter;
import org.apache.hadoop.yarn.server.resourcemanager.metrics.NoOpSystemMetricPublisher;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.NodeAttributesManagerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStartedEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.MemoryPlacementConstraintManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.MultiNodeSortingManager;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/**
 * A real scheduler with as much of a ResourceManager around it as it needs: no network, no threads
 * that matter. Nodes, containers and their tokens are YARN's own; an application is known by an
 * attempt as usual, while its life cycle in the ResourceManager is stubbed. A master is unmanaged
 * and holds no container, or has one of the size that it is submitted with.
 *
 * <p>Nothing is thread-safe but {@link #allocate}, as far as the scheduler's is.
 */
public final class SchedulerHost implements AutoCloseable {
  private static final String USER = "user";

  private final QueueFileProvider files;
  private final EventSink events;
  private final RMContainerTokenSecretManager containerTokens;
  private final NMTokenSecretManagerInRM nodeTokens;
  private final RMNodeLabelsManager labels = new RMNodeLabelsManager();
  private final RMContextImpl context;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final Map<ApplicationAttemptId, HostedApplication> managed = new ConcurrentHashMap<>();
  private int applications;

  /**
   * Returns a ResourceManager's configuration for a scheduler, its class by name. Under
   * FairScheduler, too, a heartbeat may place as many containers as fit, and only the caller runs
   * {@code update()}: its own update thread never does. So that rules are compared and not choices
   * of nodes, the node that reports gets the task, as under YARN's schedulers; under DRFH, of which
   * the choice is a part, the paper's best fit decides.
   */
  public static Configuration configuration(String scheduler) {
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, scheduler);
    conf.setBoolean(FairSchedulerConfiguration.ASSIGN_MULTIPLE, true);
    conf.setBoolean(FairSchedulerConfiguration.DYNAMIC_MAX_ASSIGN, false);
    conf.setInt(FairSchedulerConfiguration.UPDATE_INTERVAL_MS, Integer.MAX_VALUE);
    String simpleName = scheduler.substring(scheduler.lastIndexOf('.') + 1);
    String name = simpleName.replace("Scheduler", "").toLowerCase(Locale.ROOT);
    conf.set(
        "yarn.scheduler." + name + ".node-choice", name.equals("drfh") ? "best-fit" : "heartbeat");
    return conf;
  }

  /**
   * Boots a scheduler.
   *
   * @param conf names the scheduler; a start is {@link #configuration}; the host's from now on
   * @param queues which the scheduler finds in its own kind of file
   * @param queueKeys win in the {@code capacity-scheduler.xml} over what {@code queues} says; the
   *     part that masters may take, if it is there, is FairScheduler's too
   * @param clock by which the scheduler tells the time
   * @param given told the attempt for each container that is placed, in the thread that schedules
   * @throws Exception if the scheduler does not start
   */
  public SchedulerHost(
      Configuration conf,
      QueueShape queues,
      Map<String, String> queueKeys,
      Clock clock,
      Consumer<ApplicationAttemptId> given)
      throws Exception {
    conf.setClassLoader(withoutQueueFile(conf.getClassLoader()));
    files = new QueueFileProvider(queues, queueKeys);
    conf.set(FairSchedulerConfiguration.ALLOCATION_FILE, files.allocations());
    ResourceUtils.resetResourceTypes(conf);
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    events = new EventSink(given);
    keepLabels(conf);
    containerTokens = new RMContainerTokenSecretManager(conf);
    containerTokens.rollMasterKey();
    nodeTokens = new NMTokenSecretManagerInRM(conf);
    nodeTokens.rollMasterKey();
    context = context(conf);
    scheduler =
        (AbstractYarnScheduler<?, ?>)
            ReflectionUtils.newInstance(conf.getClass(YarnConfiguration.RM_SCHEDULER, null), conf);
    context.setScheduler(scheduler);
    labels.start();
    scheduler.setRMContext(context);
    scheduler.setClock(clock);
    MultiNodeSortingManager<?> sorting = sorting();
    sorting.init(conf);
    scheduler.init(conf);
    sorting.start();
    scheduler.start();
  }

  /**
   * CapacityScheduler's queues, when they are created, read a file of this name on the class path
   * over the one that the provider gives out: Hadoop's own there would leave masters a tenth.
   */
  private static ClassLoader withoutQueueFile(ClassLoader parent) {
    return new ClassLoader(parent) {
      @Override
      public @Nullable URL getResource(String name) {
        return name.equals(YarnConfiguration.CS_CONFIGURATION_FILE)
            ? null
            : super.getResource(name);
      }
    };
  }

  /** Where node labels are switched on, they are stored in a directory of their own. */
  private static void keepLabels(Configuration conf) throws IOException {
    if (YarnConfiguration.areNodeLabelsEnabled(conf)) {
      Path store = Files.createTempDirectory("node-labels");
      store.toFile().deleteOnExit();
      conf.set(YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR, store.toUri().toString());
    }
  }

  /** What CapacityScheduler asks for nodes if it may choose among several. */
  private MultiNodeSortingManager<?> sorting() {
    MultiNodeSortingManager<SchedulerNode> sorting = new MultiNodeSortingManager<>();
    sorting.setRMContext(context);
    context.setMultiNodeSortingManager(sorting);
    return sorting;
  }

  private RMContextImpl context(Configuration conf) {
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
    labels.setRMContext(made);
    labels.init(conf);
    made.setNodeLabelManager(labels);
    made.setNodeAttributesManager(new NodeAttributesManagerImpl());
    made.setYarnConfiguration(conf);
    made.setConfigurationProvider(files);
    made.setQueuePlacementManager(new PlacementManager());
    made.setAllocationTagsManager(new AllocationTagsManager(made));
    made.setPlacementConstraintManager(new MemoryPlacementConstraintManager());
    made.setRMApplicationHistoryWriter(new RMApplicationHistoryWriter());
    made.setSystemMetricsPublisher(new NoOpSystemMetricPublisher());
    return made;
  }

  /** Returns the scheduler, for looking at, and for the updates that threads of YARN's call. */
  public AbstractYarnScheduler<?, ?> scheduler() {
    return scheduler;
  }

  /** Returns the part of a ResourceManager that the scheduler knows. */
  public RMContext context() {
    return context;
  }

  /**
   * Gives the scheduler other queues, as {@code yarn rmadmin -refreshQueues} does.
   *
   * @param queueKeys as at the start
   * @throws IOException if it refuses them
   */
  public void refresh(QueueShape queues, Map<String, String> queueKeys) throws IOException {
    files.write(queues, queueKeys);
    scheduler.reinitialize(context.getYarnConfiguration(), context);
  }

  /** Registers a node of that size. */
  public ReportingNode addNode(Resource total) {
    return addNode(new ReportingNode(context.getRMNodes().size() + 1, context, total));
  }

  /**
   * Registers a node in the partition of a label, which becomes known, as an exclusive one, if it
   * is not.
   *
   * @throws UncheckedIOException if node labels are not switched on
   */
  public ReportingNode addNode(Resource total, String label) {
    ReportingNode node = new ReportingNode(context.getRMNodes().size() + 1, context, total);
    try {
      labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of(label));
      labels.addLabelsToNode(Map.of(node.getNodeID(), Set.of(label)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return addNode(node);
  }

  private ReportingNode addNode(ReportingNode node) {
    context.getRMNodes().put(node.getNodeID(), node);
    node.handle(new RMNodeStartedEvent(node.getNodeID(), null, null, null));
    deliver();
    return node;
  }

  /** Starts an application whose master is unmanaged, of a user that is always the same. */
  public ApplicationAttemptId submit(String queuePath) {
    return submit(queuePath, USER);
  }

  /** Starts an application of a user, whose master is unmanaged. */
  public ApplicationAttemptId submit(String queuePath, String user) {
    return submit(queuePath, user, null);
  }

  /**
   * Starts an application of a user.
   *
   * @param master what its master's container needs, which is asked for at once and is the first
   *     that {@link #allocate} returns; null: the master is unmanaged
   */
  public ApplicationAttemptId submit(String queuePath, String user, @Nullable Resource master) {
    return submit(queuePath, user, master, Set.of());
  }

  /** Starts an application with tags, whose master is unmanaged. */
  public ApplicationAttemptId submitTagged(String queuePath, String user, Set<String> tags) {
    return submit(queuePath, user, null, tags);
  }

  private ApplicationAttemptId submit(
      String queuePath, String user, @Nullable Resource master, Set<String> tags) {
    ApplicationId id = ApplicationId.newInstance(1, ++applications);
    boolean isUnmanaged = master == null;
    ApplicationSubmissionContext submission =
        ApplicationSubmissionContext.newInstance(
            id,
            id.toString(),
            queuePath,
            Priority.newInstance(0),
            null,
            isUnmanaged,
            false,
            1,
            master);
    submission.setApplicationTags(tags);
    HostedApplication application = new HostedApplication(submission, master, context);
    context.getRMApps().put(id, application.app());
    int dot = queuePath.lastIndexOf('.');
    scheduler.handle(
        new AppAddedSchedulerEvent(
            user,
            submission,
            false,
            submission.getPriority(),
            new ApplicationPlacementContext(
                queuePath.substring(dot + 1), queuePath.substring(0, dot))));
    ApplicationAttemptId attempt = ApplicationAttemptId.newInstance(id, 1);
    scheduler.handle(new AppAttemptAddedSchedulerEvent(attempt, false));
    deliver();
    if (application.waitsForMaster()) {
      managed.put(attempt, application);
      allocate(attempt, application.masterAsks(), List.of());
    }
    return attempt;
  }

  /** Ends an application; containers that it still has are killed. */
  public void finish(ApplicationAttemptId attempt) {
    scheduler.handle(
        new AppAttemptRemovedSchedulerEvent(attempt, RMAppAttemptState.FINISHED, false));
    scheduler.handle(new AppRemovedSchedulerEvent(attempt.getApplicationId(), RMAppState.FINISHED));
    context.getRMApps().remove(attempt.getApplicationId());
    managed.remove(attempt);
    deliver();
  }

  /** Ends an attempt and its containers, and begins another of the application; returns that. */
  public ApplicationAttemptId failAttempt(ApplicationAttemptId attempt) {
    scheduler.handle(new AppAttemptRemovedSchedulerEvent(attempt, RMAppAttemptState.FAILED, false));
    ApplicationAttemptId next =
        ApplicationAttemptId.newInstance(attempt.getApplicationId(), attempt.getAttemptId() + 1);
    scheduler.handle(new AppAttemptAddedSchedulerEvent(next, false));
    deliver();
    return next;
  }

  /** Lets a node's heartbeat reach the scheduler, which may use what is free on it. */
  public void heartbeat(ReportingNode node) {
    scheduler.handle(new NodeUpdateSchedulerEvent(node));
    deliver();
  }

  private void deliver() {
    for (SchedulerEvent event = events.nextForScheduler();
        event != null;
        event = events.nextForScheduler()) {
      scheduler.handle(event);
    }
  }

  /**
   * An application master's call.
   *
   * @param releases containers that it gives back
   * @return the containers it is given
   */
  public List<Container> allocate(
      ApplicationAttemptId attempt, List<ResourceRequest> asks, List<ContainerId> releases) {
    List<Container> given =
        scheduler
            .allocate(attempt, asks, null, releases, null, null, new ContainerUpdates())
            .getContainers();
    HostedApplication application = managed.get(attempt);
    if (application != null && application.waitsForMaster() && !given.isEmpty()) {
      Container master = given.get(0);
      ((RMContainerImpl) scheduler.getRMContainer(master.getId())).setAMContainer(true);
      application.startMaster(master);
    }
    return given;
  }

  /**
   * Calls the scheduler for a master that asks for containers with placement constraints.
   *
   * @param asks changed by the scheduler, which keeps them
   */
  public List<Container> allocateConstrained(
      ApplicationAttemptId attempt, List<SchedulingRequest> asks) {
    return scheduler
        .allocate(attempt, List.of(), asks, List.of(), null, null, new ContainerUpdates())
        .getContainers();
  }

  @Override
  public void close() {
    scheduler.stop();
    labels.stop();
    containerTokens.stop();
    nodeTokens.stop();
  }
}
