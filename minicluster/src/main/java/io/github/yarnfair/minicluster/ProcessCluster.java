// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import io.github.yarnfair.host.FreePorts;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose ResourceManagers, NodeManagers and ZooKeeper are processes of this machine, so
 * that each can be killed at any moment. With two ResourceManagers the one that stands by takes
 * over by itself.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final String YARN = "org.apache.hadoop.yarn.server.";
  private static final String ZOOKEEPER = "zookeeper";

  /** Six virtual machines that start beside other tests on two cores take over 90 seconds. */
  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  private static final int TICK_MS = 500;

  /** After which ZooKeeper holds a ResourceManager for dead. */
  private static final int SESSION_MS = 4_000;

  private final Path directory;
  private final Map<String, YarnProcess> processes = new LinkedHashMap<>();
  private final Map<String, String> site = new LinkedHashMap<>();
  private final List<String> resourceManagers;
  private final HttpClient http = HttpClient.newHttpClient();

  /**
   * Starts a cluster and waits for its nodes.
   *
   * @param directory whose contents are replaced
   * @param resourceManagers 1, or 2 with ZooKeeper beside them
   * @param settings keys of {@code yarn-site.xml}, the scheduler's class and the store's among
   *     them, and MapReduce's of {@code mapred-site.xml}
   * @param queueKeys those of {@code capacity-scheduler.xml}
   */
  public static ProcessCluster start(
      Path directory,
      int resourceManagers,
      Map<String, String> settings,
      Map<String, String> queueKeys,
      List<NodeShape> nodes)
      throws IOException, InterruptedException {
    FileUtil.fullyDelete(directory.toFile());
    ProcessCluster cluster = new ProcessCluster(directory.toAbsolutePath(), resourceManagers);
    try {
      cluster.boot(settings, queueKeys, nodes);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private ProcessCluster(Path directory, int count) {
    this.directory = directory;
    resourceManagers = count == 1 ? List.of("rm") : List.of("rm0", "rm1");
  }

  private void boot(
      Map<String, String> settings, Map<String, String> queueKeys, List<NodeShape> nodes)
      throws IOException, InterruptedException {
    addKeys();
    if (resourceManagers.size() > 1) {
      startZooKeeper();
    }
    site.putAll(settings);
    writeConf("client", Map.of());
    for (String id : resourceManagers) {
      ConfDirectory conf =
          writeConf(
              id, resourceManagers.size() > 1 ? Map.of(YarnConfiguration.RM_HA_ID, id) : Map.of());
      conf.writeKeys(ConfDirectory.QUEUE_FILE, queueKeys);
      start(id, YARN + "resourcemanager.ResourceManager");
    }
    for (NodeShape node : nodes) {
      writeConf(node.name(), nodeKeys(node));
      start(node.name(), YARN + "nodemanager.NodeManager");
    }
    awaitNodes(nodes.size());
  }

  private void addKeys() throws IOException {
    site.putAll(RecoveryKeys.of(resourceManagers.size(), directory.resolve("state")));
    site.put("hadoop.tmp.dir", directory.resolve("tmp").toString());
    site.put(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "64");
    site.put(YarnConfiguration.RESOURCE_TYPES + ".vcores.minimum-allocation", "0");
    site.put(YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME, "true");
    site.put(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, "200");
    site.put(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, "4000");
    site.put(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, "120000");
    site.put(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, "100");
    site.put(YarnConfiguration.NM_PMEM_CHECK_ENABLED, "false");
    site.put(YarnConfiguration.NM_VMEM_CHECK_ENABLED, "false");
  }

  private void startZooKeeper() throws IOException {
    int port = FreePorts.find(1)[0];
    site.put(YarnConfiguration.AUTO_FAILOVER_ENABLED, "true");
    // The stores read the one kind, the election the other.
    for (String prefix : List.of("hadoop.zk.", "yarn.resourcemanager.zk-")) {
      site.put(prefix + "address", "localhost:" + port);
      site.put(prefix + "timeout-ms", Integer.toString(SESSION_MS));
    }
    Path files = directory.resolve(ZOOKEEPER);
    processes.put(
        ZOOKEEPER,
        YarnProcess.start(
            "org.apache.zookeeper.server.ZooKeeperServerMain",
            files,
            Integer.toString(port),
            files.resolve("data").toString(),
            Integer.toString(TICK_MS)));
  }

  private Map<String, String> nodeKeys(NodeShape node) {
    YarnConfiguration shape = new YarnConfiguration();
    node.applyTo(shape);
    Map<String, String> keys = new LinkedHashMap<>();
    Path files = directory.resolve(node.name());
    for (String key : List.of(YarnConfiguration.NM_PMEM_MB, YarnConfiguration.NM_VCORES)) {
      keys.put(key, shape.get(key));
    }
    for (String key :
        List.of(
            YarnConfiguration.NM_ADDRESS,
            YarnConfiguration.NM_LOCALIZER_ADDRESS,
            YarnConfiguration.NM_WEBAPP_ADDRESS,
            YarnConfiguration.NM_COLLECTOR_SERVICE_ADDRESS)) {
      keys.put(key, "localhost:0");
    }
    keys.put(YarnConfiguration.NM_LOCAL_DIRS, files.resolve("local").toString());
    keys.put(YarnConfiguration.NM_LOG_DIRS, files.resolve("logs").toString());
    return keys;
  }

  private ConfDirectory writeConf(String server, Map<String, String> own) throws IOException {
    ConfDirectory conf = new ConfDirectory(directory.resolve(server).resolve("conf"));
    Map<String, String> keys = new LinkedHashMap<>(site);
    keys.putAll(own);
    Map<String, String> mapReduce = new LinkedHashMap<>(keys);
    mapReduce.keySet().removeIf(key -> !key.contains("mapreduce."));
    keys.keySet().removeAll(mapReduce.keySet());
    conf.writeKeys(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE, keys);
    // MapReduce's defaults would win over its keys in another file.
    conf.writeKeys("mapred-site.xml", mapReduce);
    return conf;
  }

  private void start(String server, String mainClass) throws IOException {
    processes.put(server, YarnProcess.start(mainClass, directory.resolve(server)));
  }

  /** Holds {@code yarn-site.xml} for clients and applications. */
  public Path confDirectory() {
    return directory.resolve("client").resolve("conf");
  }

  /** Replaces the queue file of each ResourceManager, which reads it at a refresh or a restart. */
  public void writeQueues(Map<String, String> queueKeys) throws IOException {
    for (String id : resourceManagers) {
      new ConfDirectory(directory.resolve(id).resolve("conf"))
          .writeKeys(ConfDirectory.QUEUE_FILE, queueKeys);
    }
  }

  /** A started client, which finds the active ResourceManager; the caller closes it. */
  public YarnClient newClient() {
    YarnConfiguration conf = new YarnConfiguration();
    site.forEach(conf::set);
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    return client;
  }

  /** Waits until as many nodes run as the active ResourceManager knows of. */
  public void awaitNodes(int count) {
    HeterogeneousCluster.await(
        count + " running nodes, " + processes.values(),
        TIMEOUT,
        () -> {
          String metrics = ask("/ws/v1/cluster/metrics");
          return metrics != null && metrics.contains("\"activeNodes\":" + count + ",");
        });
  }

  /** The name of the ResourceManager that is active, or null while none is. */
  public @Nullable String active() {
    return resourceManagers.stream().filter(id -> isIn(id, "ACTIVE")).findFirst().orElse(null);
  }

  /**
   * Whether a ResourceManager answers that it is in that state: {@code ACTIVE} or {@code STANDBY}.
   */
  public boolean isIn(String id, String state) {
    String info = ask(id, "GET", "/ws/v1/cluster/info", "");
    return info != null && info.contains("\"haState\":\"" + state + "\"");
  }

  /** Waits until a ResourceManager is active; returns its name. */
  public String awaitActive() {
    HeterogeneousCluster.await(
        "an active ResourceManager, " + processes.values(), TIMEOUT, () -> active() != null);
    String active = active();
    return active == null ? awaitActive() : active;
  }

  /** Returns what the active ResourceManager answers, or null if there is none. */
  public @Nullable String ask(String path) {
    String active = active();
    return active == null ? null : ask(active, "GET", path, "");
  }

  /** Sends JSON to the active ResourceManager and returns its answer, null if there is none. */
  public @Nullable String put(String path, String json) {
    String active = active();
    return active == null ? null : ask(active, "PUT", path, json);
  }

  private @Nullable String ask(String id, String method, String path, String body) {
    String key = YarnConfiguration.RM_WEBAPP_ADDRESS;
    String address = site.get(resourceManagers.size() > 1 ? HAUtil.addSuffix(key, id) : key);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + path))
            .timeout(Duration.ofSeconds(10))
            .header("Accept", "application/json")
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      return answer.body();
    } catch (IOException e) {
      return null; // It does not run, or not yet.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while asking " + id, e);
    }
  }

  /** Ends a server, by its name, as a power failure would. */
  public void kill(String server) throws InterruptedException {
    process(server).kill();
  }

  /** Starts a server again that was killed. */
  public void restart(String server) throws IOException {
    process(server).restart();
  }

  /** Lets a server hang until {@link #resume}. */
  public void pause(String server) throws IOException, InterruptedException {
    process(server).pause();
  }

  /** Lets a server go on that hangs. */
  public void resume(String server) throws IOException, InterruptedException {
    process(server).resume();
  }

  private YarnProcess process(String server) {
    YarnProcess process = processes.get(server);
    if (process == null) {
      throw new IllegalArgumentException("no server " + server + " in " + processes.keySet());
    }
    return process;
  }

  /** Containers whose processes run on this machine, whatever a ResourceManager knows. */
  public Set<ContainerId> runningContainers() {
    Set<ContainerId> running = new TreeSet<>();
    forEachContainer((id, pid) -> running.add(id));
    return running;
  }

  /** Kills the process of a container without telling any other part of the cluster. */
  public void kill(ContainerId container) {
    forEachContainer(
        (id, pid) -> {
          if (id.equals(container)) {
            pid.descendants().forEach(ProcessHandle::destroyForcibly);
            pid.destroyForcibly();
          }
        });
  }

  private interface ContainerAction {
    void accept(ContainerId id, ProcessHandle process);
  }

  /** NodeManagers write the process number of each container that they start. */
  private void forEachContainer(ContainerAction action) {
    for (String server : processes.keySet()) {
      File files = directory.resolve(server).resolve("local").resolve("nmPrivate").toFile();
      for (File application : listed(files)) {
        for (File container : listed(application)) {
          File pidFile = new File(container, container.getName() + ".pid");
          if (pidFile.exists()) {
            accept(pidFile.toPath(), action);
          }
        }
      }
    }
  }

  /** A directory may end while it is listed. */
  private static File[] listed(File directory) {
    File[] files = directory.listFiles();
    return files == null ? new File[0] : files;
  }

  private static void accept(Path pidFile, ContainerAction action) {
    String name = pidFile.getFileName().toString();
    try {
      long pid = Long.parseLong(Files.readString(pidFile).strip());
      ContainerId id = ContainerId.fromString(name.substring(0, name.length() - ".pid".length()));
      ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .ifPresent(each -> action.accept(id, each));
    } catch (IOException | NumberFormatException e) {
      // The container ends, or starts, just now.
    }
  }

  /** Ends all servers and containers. */
  @Override
  public void close() throws InterruptedException {
    forEachContainer(
        (id, pid) -> {
          pid.descendants().forEach(ProcessHandle::destroyForcibly);
          pid.destroyForcibly();
        });
    for (YarnProcess process : processes.values()) {
      process.kill();
    }
  }
}
