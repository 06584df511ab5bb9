// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import io.github.yarnfair.host.QueueFiles;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.AdminService;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * A YARN cluster in this JVM: one ResourceManager with its web page and NodeManagers of different
 * shapes whose containers are real processes. One at a time, since YARN keeps its resource types
 * and metrics in static fields.
 *
 * <p>An exception that leaves the scheduler's {@code handle()} does not end the JVM, as it would in
 * production: it is kept, and {@link #close()} throws it.
 */
public final class HeterogeneousCluster implements AutoCloseable {
  private static final Duration BOOT_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration NODE_TIMEOUT = Duration.ofSeconds(30);
  private static final long SHORTEST_POLL_MS = 50;
  private static final long LONGEST_POLL_MS = 250;

  private final ConfDirectory conf;
  private final ClassLoader outerLoader;
  private final URLClassLoader loader;
  private final ShapedMiniYarnCluster yarn;
  private final List<Throwable> schedulerFailures = new CopyOnWriteArrayList<>();
  private final List<NodeShape> shapes;
  private final Map<String, NodeManager> laterNodes = new LinkedHashMap<>();

  private HeterogeneousCluster(ClusterBuilder builder, ConfDirectory conf) throws IOException {
    this.conf = conf;
    this.shapes = new ArrayList<>(builder.nodes);
    this.outerLoader = Thread.currentThread().getContextClassLoader();
    this.loader = conf.classLoader(outerLoader);
    Thread.currentThread().setContextClassLoader(loader);
    this.yarn = new ShapedMiniYarnCluster(builder, schedulerFailures::add);
  }

  /** Begins the description of a cluster; {@code name} is also its directory's. */
  public static ClusterBuilder named(String name) {
    return new ClusterBuilder(name);
  }

  static HeterogeneousCluster start(ClusterBuilder builder) {
    // YARN calls exit() on what it holds to be fatal; here that becomes an exception.
    ExitUtil.disableSystemExit();
    try {
      Path work = builder.workDirectory.toAbsolutePath();
      FileUtil.fullyDelete(work.resolve(builder.name).toFile());
      System.setProperty(GenericTestUtils.SYSPROP_TEST_DATA_DIR, work.toString());
      ConfDirectory conf = new ConfDirectory(work.resolve(builder.name).resolve("conf"));
      writeQueueFiles(builder, conf);
      // By default one directory of the machine, which clusters that run side by side would share.
      builder.settings.putIfAbsent(
          YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
          work.resolve(builder.name).resolve("node-attributes").toUri().toString());
      builder.settings.putIfAbsent(
          YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR,
          work.resolve(builder.name).resolve("node-labels").toUri().toString());
      if (builder.recoverable) {
        Path store = work.resolve(builder.name).resolve("state");
        RecoveryKeys.of(builder.resourceManagers, store).forEach(builder.settings::putIfAbsent);
      }
      HeterogeneousCluster cluster = new HeterogeneousCluster(builder, conf);
      try {
        cluster.boot(builder);
        return cluster;
      } catch (Exception e) {
        cluster.stop();
        throw e;
      }
    } catch (Exception e) {
      throw new ClusterException("the cluster " + builder.name + " did not start: " + e, e);
    }
  }

  private static void writeQueueFiles(ClusterBuilder builder, ConfDirectory conf)
      throws IOException {
    Map<String, String> keys = new LinkedHashMap<>();
    if (builder.queueFile != null) {
      Configuration given = new Configuration(false);
      given.addResource(builder.queueFile.toUri().toURL());
      given.forEach(entry -> keys.put(entry.getKey(), entry.getValue()));
    }
    if (builder.queues != null) {
      keys.putAll(QueueFiles.capacityKeys(builder.queues));
      Files.writeString(
          conf.file(ConfDirectory.FAIR_FILE), QueueFiles.fairAllocations(builder.queues));
      builder.set(
          "yarn.scheduler.fair.allocation.file", conf.file(ConfDirectory.FAIR_FILE).toString());
    }
    keys.putAll(builder.queueKeys);
    if (!keys.isEmpty()) {
      conf.writeKeys(ConfDirectory.QUEUE_FILE, keys);
    }
  }

  private void boot(ClusterBuilder builder) throws Exception {
    Map<String, String> types =
        Map.of(YarnConfiguration.RESOURCE_TYPES, String.join(",", builder.resourceTypes));
    conf.writeKeys(YarnConfiguration.RESOURCE_TYPES_CONFIGURATION_FILE, types);
    // A ResourceManager that becomes active reads it again, the first one included.
    conf.writeKeys(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE, builder.settings);
    YarnConfiguration site = new YarnConfiguration();
    site.setClassLoader(loader);
    builder.settings.forEach(site::set);
    types.forEach(site::set);
    yarn.init(site);
    yarn.start();
    Map<String, String> client = new LinkedHashMap<>(builder.settings);
    for (String address :
        List.of(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.RM_WEBAPP_ADDRESS)) {
      client.put(address, configuration().get(address));
    }
    conf.writeKeys(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE, client);
    awaitNodes(shapes.size(), BOOT_TIMEOUT);
  }

  /** The active ResourceManager. */
  public ResourceManager resourceManager() {
    return yarn.getResourceManager();
  }

  /** Its scheduler, for looking at. */
  public AbstractYarnScheduler<?, ?> scheduler() {
    return (AbstractYarnScheduler<?, ?>) resourceManager().getResourceScheduler();
  }

  /** The effective configuration, with the ports that were found. */
  public Configuration configuration() {
    return yarn.getConfig();
  }

  /** Holds {@code yarn-site.xml} and {@code resource-types.xml} for clients and applications. */
  public Path confDirectory() {
    return conf.path();
  }

  /** The {@code capacity-scheduler.xml} that the ResourceManager reads. */
  public Path queueFile() {
    return conf.file(ConfDirectory.QUEUE_FILE);
  }

  /** Replaces the queue file, which is read at the next refresh of the queues. */
  public void writeQueueFile(Map<String, String> keys) throws IOException {
    conf.writeKeys(ConfDirectory.QUEUE_FILE, keys);
  }

  /** Address of the ResourceManager's web page, with scheme. */
  public String webAddress() {
    return "http://" + WebAppUtils.getRMWebAppURLWithoutScheme(configuration());
  }

  /** A started client; the caller closes it. */
  public YarnClient newClient() {
    YarnClient client = YarnClient.createYarnClient();
    client.init(configuration());
    client.start();
    return client;
  }

  /** The nodes of the description, in its order, with the names under which they registered. */
  public List<ClusterNode> nodes() {
    List<ClusterNode> nodes = new ArrayList<>();
    for (int i = 0; i < shapes.size(); i++) {
      nodes.add(new ClusterNode(shapes.get(i), nodeManager(i).getNMContext().getNodeId()));
    }
    return nodes;
  }

  /** The node whose shape has that name. */
  public ClusterNode node(String name) {
    return nodes().stream()
        .filter(node -> node.shape().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no node is called " + name));
  }

  /** The NodeManager of a node, for looking at; another one after each restart. */
  public NodeManager nodeManager(String name) {
    return nodeManager(shapes.indexOf(node(name).shape()));
  }

  private NodeManager nodeManager(int index) {
    NodeManager later = laterNodes.get(shapes.get(index).name());
    return later != null ? later : yarn.getNodeManager(index);
  }

  /**
   * Tells the ResourceManager that it has lost the node, as if its heartbeats had stopped. The
   * NodeManager itself lives on and registers again with its next heartbeat.
   */
  public void expireNode(String name) {
    resourceManager()
        .getRMContext()
        .getDispatcher()
        .getEventHandler()
        .handle(new RMNodeEvent(node(name).id(), RMNodeEventType.EXPIRE));
  }

  /** Stops the NodeManager and waits until the ResourceManager counts the node as lost. */
  public void stopNode(String name) {
    ClusterNode node = node(name);
    nodeManager(shapes.indexOf(node.shape())).stop();
    expireNode(name);
    await(
        name + " to be lost",
        NODE_TIMEOUT,
        () -> !resourceManager().getRMContext().getRMNodes().containsKey(node.id()));
  }

  /** Starts a NodeManager of the same shape in the place of one that was stopped. */
  public void restartNode(String name) {
    NodeShape shape = node(name).shape();
    int index = shapes.indexOf(shape);
    int running = runningNodes();
    Configuration own = new YarnConfiguration(nodeManager(index).getConfig());
    // The first NodeManagers were configured before the ResourceManager had found its ports.
    own.set(
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        configuration().get(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS));
    own.set(YarnConfiguration.NM_ADDRESS, "localhost:0");
    own.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, "localhost:0");
    NodeStatics.reset();
    NodeManager node = new NodeManager();
    node.init(own);
    node.disableWebServer();
    node.start();
    laterNodes.put(name, node);
    awaitNodes(running + 1, NODE_TIMEOUT);
  }

  /**
   * Stops the ResourceManager, starts another in its place and waits until the nodes are back.
   * Needs {@link ClusterBuilder#recoverable()}. The new one is YARN's own: what leaves its
   * scheduler's {@code handle()} is not recorded, but ends the JVM.
   */
  public void restartResourceManager() throws InterruptedException {
    RecordingResourceManager.beginNow();
    yarn.restartResourceManager(yarn.getActiveRMIndex());
    awaitNodes(shapes.size(), NODE_TIMEOUT);
  }

  /** As {@link #restartResourceManager()}, with another class in {@code yarn-site.xml}. */
  public void restartUnder(Class<? extends ResourceScheduler> scheduler)
      throws InterruptedException {
    configuration().set(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
    restartResourceManager();
  }

  /**
   * Makes the active ResourceManager a standby and the standby active, and waits until the nodes
   * have followed. Needs {@link ClusterBuilder#standby()}.
   */
  public void failOver() throws IOException {
    StateChangeRequestInfo request = new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);
    int active = yarn.getActiveRMIndex();
    adminService(active).transitionToStandby(request);
    adminService(1 - active).transitionToActive(request);
    awaitNodes(shapes.size(), NODE_TIMEOUT);
  }

  private AdminService adminService(int index) {
    return yarn.getResourceManager(index).getRMContext().getRMAdminService();
  }

  /** Containers that run according to their NodeManagers, whatever a ResourceManager knows. */
  public Set<ContainerId> runningContainers() {
    Set<ContainerId> running = new TreeSet<>();
    for (int i = 0; i < shapes.size(); i++) {
      nodeManager(i)
          .getNMContext()
          .getContainers()
          .forEach(
              (id, container) -> {
                if (container.getContainerState() == ContainerState.RUNNING) {
                  running.add(id);
                }
              });
    }
    return running;
  }

  /** How many nodes the ResourceManager holds to be RUNNING. */
  public int runningNodes() {
    return (int)
        resourceManager().getRMContext().getRMNodes().values().stream()
            .filter(node -> node.getState() == NodeState.RUNNING)
            .count();
  }

  /** Waits for {@code count} nodes to be RUNNING; the error says what the others are. */
  public void awaitNodes(int count, Duration timeout) {
    try {
      await(count + " running nodes", timeout, () -> runningNodes() == count);
    } catch (ClusterException e) {
      StringBuilder states = new StringBuilder();
      for (RMNode node : resourceManager().getRMContext().getRMNodes().values()) {
        states.append("; ").append(node.getNodeID()).append(' ').append(node.getState());
        states.append(' ').append(node.getHealthReport());
      }
      throw new ClusterException(e.getMessage() + states, e);
    }
  }

  /**
   * Polls until {@code condition} holds: the longer it takes, the less often, as each look at a
   * cluster of processes takes CPU time from what is awaited.
   *
   * @throws ClusterException after {@code timeout}, naming {@code what} was awaited
   */
  public static void await(String what, Duration timeout, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      long waitedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      if (waitedMs > timeout.toMillis()) {
        throw new ClusterException("waited " + timeout.toSeconds() + " s for " + what, null);
      }
      try {
        Thread.sleep(Math.min(Math.max(SHORTEST_POLL_MS, waitedMs / 20), LONGEST_POLL_MS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClusterException("interrupted while waiting for " + what, e);
      }
    }
  }

  /** Exceptions that have left the scheduler's {@code handle()} so far; none is expected. */
  public List<Throwable> schedulerFailures() {
    return List.copyOf(schedulerFailures);
  }

  /**
   * Stops everything.
   *
   * @throws ClusterException if an exception has left the scheduler's {@code handle()}
   */
  @Override
  public void close() {
    stop();
    if (!schedulerFailures.isEmpty()) {
      Throwable first = Objects.requireNonNull(schedulerFailures.get(0));
      throw new ClusterException(
          schedulerFailures.size() + " exceptions left the scheduler, the first: " + first, first);
    }
  }

  private void stop() {
    laterNodes.values().forEach(NodeManager::stop);
    yarn.stop();
    Thread.currentThread().setContextClassLoader(outerLoader);
    try {
      loader.close();
    } catch (IOException e) {
      throw new ClusterException("cannot close the class loader of " + conf.path(), e);
    }
  }
}
