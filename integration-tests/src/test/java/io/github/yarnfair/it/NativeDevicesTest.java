// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.host.QueueShape.queue;
import static io.github.yarnfair.it.FairCluster.GPU;
import static io.github.yarnfair.it.FairCluster.MIC;
import static io.github.yarnfair.it.FairCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.mic.MicDevicePlugin;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.NodeShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.Shell;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.resourceplugin.ResourcePlugin;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Devices that the kernel keeps from containers, through Hadoop's native {@code container-executor}
 * and cgroup v1; docs/devices.md has the command. The GPUs are those of this machine, if it has
 * any; the MICs are two devices that every Linux kernel has.
 */
@Tag("experiment")
@EnabledIfSystemProperty(
    named = NativeDevicesTest.EXECUTOR,
    matches = ".+",
    disabledReason = "needs Hadoop's native container-executor, which belongs to root")
@Timeout(300)
class NativeDevicesTest {
  static final String EXECUTOR = "yarnfair.container-executor";

  /** Prints a line that begins with {@code GPU } for each GPU that it can use. */
  private static final String GPU_PROGRAM =
      System.getProperty("yarnfair.gpu-program", "nvidia-smi -L");

  private static final Path GROUPS = Path.of("/sys/fs/cgroup/devices/hadoop-yarn");
  private static final String NODE = "native";
  private static final int MICS = 2;

  private static Path home;

  /** The files of all devices by their numbers. */
  private static Map<String, String> files;

  private static int gpus;
  private static FairCluster cluster;
  private final List<UnmanagedApplication> applications = new ArrayList<>();

  private static List<Class<?>> schedulers() throws ClassNotFoundException {
    return SchedulerClasses.all();
  }

  @BeforeAll
  static void start() throws Exception {
    home = Path.of("target", "native-devices").toAbsolutePath();
    FileUtil.fullyDelete(home.toFile());
    files = new HashMap<>(Map.of("1:5", "/dev/zero", "1:7", "/dev/full"));
    card(0, "1:5", "online");
    card(1, "1:7", "online");
    findGpus();
    writeProbe();
    cluster =
        FairCluster.start(
            HeterogeneousCluster.named("native-devices")
                .scheduler(schedulers().get(0).getName())
                .resourceTypes(GPU, MIC)
                .node(NodeShape.of(NODE, 2048, 1), keys())
                .queues(
                    QueueShape.root(
                        queue("first", 2, queue("gpu", 1), queue("mic", 1), queue("cpu", 1)),
                        queue("second", 1, queue("gpu", 1), queue("mic", 1))))
                .recoverable()
                .heartbeat(Duration.ofMillis(100))
                .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 500)
                .set(YarnConfiguration.NM_RESOURCE_MON_INTERVAL_MS, 10_000)
                .set(YarnConfiguration.DEBUG_NM_DELETE_DELAY_SEC, 600));
  }

  private static void card(int id, String numbers, String state) throws IOException {
    Path card = Files.createDirectories(home.resolve("class/mic/mic" + id));
    String[] number = numbers.split(":");
    Files.writeString(card.resolve("uevent"), "MAJOR=" + number[0] + "\nMINOR=" + number[1] + "\n");
    Files.writeString(card.resolve("state"), state + "\n");
  }

  private static void findGpus() throws IOException {
    for (Path file : list(Path.of("/dev"))) {
      String name = file.getFileName().toString();
      if (name.matches("nvidia\\d+")) {
        files.put("195:" + name.substring("nvidia".length()), file.toString());
        gpus++;
      }
    }
  }

  /** A script that notes which devices it can open, and what the program says of GPUs. */
  private static void writeProbe() throws IOException {
    Files.writeString(
        home.resolve("probe"),
        """
        for device in %s; do
          (: < $device) 2> /dev/null && echo $device
        done > $1/opened
        %s > $1/gpus 2>&1
        touch $1/probed
        exec sleep 3600
        """
            .formatted(String.join(" ", files.values()), GPU_PROGRAM));
  }

  private static Map<String, String> keys() throws IOException {
    Map<String, String> keys = new HashMap<>();
    keys.put(YarnConfiguration.NM_CONTAINER_EXECUTOR, LinuxContainerExecutor.class.getName());
    keys.put(YarnConfiguration.NM_LINUX_CONTAINER_EXECUTOR_PATH, System.getProperty(EXECUTOR));
    keys.put(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_MOUNT_PATH, "/sys/fs/cgroup");
    keys.put(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY, "/hadoop-yarn");
    keys.put(YarnConfiguration.NM_PLUGGABLE_DEVICE_FRAMEWORK_ENABLED, "true");
    keys.put(
        YarnConfiguration.NM_PLUGGABLE_DEVICE_FRAMEWORK_DEVICE_CLASSES,
        MicDevicePlugin.class.getName());
    keys.put(MicDevicePlugin.DIRECTORY, home.resolve("class/mic").toString());
    if (gpus > 0) {
      keys.put(YarnConfiguration.NM_RESOURCE_PLUGINS, GPU);
      keys.put(
          YarnConfiguration.NM_GPU_PATH_TO_EXEC,
          Shell.execCommand("sh", "-c", "command -v nvidia-smi").trim());
    }
    return keys;
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  /** The plug-ins have all devices again, and the kernel no group of a container. */
  @AfterEach
  void end() throws Exception {
    for (UnmanagedApplication application : applications) {
      application.close();
    }
    cluster.clear();
    for (ResourcePlugin plugin :
        node().getNMContext().getResourcePluginManager().getNameToPlugins().values()) {
      await("no device to be assigned", () -> FakeDevices.assigned(plugin) == 0);
    }
    await(
        "the groups of all containers to be gone",
        () -> list(GROUPS).stream().noneMatch(Files::isDirectory));
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void theKernelLetsEachContainerOpenItsOwnDevicesAlone(
      Class<? extends ResourceScheduler> scheduler) throws Exception {
    if (cluster.scheduler().getClass() != scheduler) {
      cluster.yarn.restartUnder(scheduler);
    }
    assertThat(cluster.scheduler()).isExactlyInstanceOf(scheduler);
    assertThat(capability(GPU)).isEqualTo(gpus);
    assertThat(capability(MIC)).isEqualTo(MICS);
    for (String department : List.of("root.first", "root.second")) {
      submit(department + ".mic", "memory-mb=64,mic=1");
      if (gpus > 0) {
        submit(department + ".gpu", "memory-mb=64,yarn.io/gpu=1");
      }
    }
    await("all devices to be held", () -> held().size() == MICS + gpus);
    submit("root.first.cpu", "memory-mb=256");
    awaitKeptApart(files.keySet());

    card(0, "1:5", "reset_failed");
    resize(Math.max(0, gpus - 1), MICS - 1);
    Set<ContainerId> before = held().keySet();
    endTasks();
    await(
        "none of the old containers to be left",
        () -> held().keySet().stream().noneMatch(before::contains));
    await(
        "all devices but two to be held",
        () -> cluster.used(GPU) == Math.max(0, gpus - 1) && cluster.used(MIC) == 1);
    assertThat(cluster.scheduler().readings().audit()).isEmpty();

    card(0, "1:5", "online");
    resize(gpus, MICS);
    awaitKeptApart(files.keySet());
  }

  private void submit(String queue, String demand) throws Exception {
    String command = "exec bash " + home.resolve("probe") + " <LOG_DIR>";
    applications.add(new UnmanagedApplication(cluster, queue, demand, command));
  }

  private void endTasks() throws Exception {
    for (UnmanagedApplication application : applications) {
      application.endTasks();
    }
  }

  private static NodeManager node() {
    return cluster.yarn.nodeManager(NODE);
  }

  private static long capability(String resource) {
    return cluster
        .yarn
        .resourceManager()
        .getRMContext()
        .getRMNodes()
        .get(cluster.yarn.node(NODE).id())
        .getTotalCapability()
        .getResourceValue(resource);
  }

  private static void resize(int gpus, int mics) throws Exception {
    NodeShape shape = NodeShape.of(NODE, 2048, 1).with(GPU, gpus).with(MIC, mics);
    cluster.resize(cluster.yarn.node(NODE), shape);
  }

  /** The devices of each container that has any. */
  private static Map<ContainerId, Set<String>> held() {
    Map<ContainerId, Set<String>> held = FakeDevices.held(node(), MIC);
    held.putAll(FakeDevices.held(node(), GPU));
    return held;
  }

  /** Waits until each device is one container's, and each container opened no other device. */
  private static void awaitKeptApart(Set<String> devices) {
    await(
        "each of " + devices + " to be held, and containers with and without one to run",
        () -> areHeld(devices) && cluster.yarn.runningContainers().size() > held().size());
    Map<ContainerId, Set<String>> held = held();
    Set<ContainerId> running = cluster.yarn.runningContainers();
    assertThat(running).containsAll(held.keySet());
    await(
        "all of " + running + " to have probed", () -> running.stream().allMatch(id -> probed(id)));
    for (ContainerId id : running) {
      Set<String> own = held.getOrDefault(id, Set.of());
      assertThat(lines(id, "opened"))
          .as("devices that %s opened, which has %s", id, own)
          .containsExactlyInAnyOrderElementsOf(own.stream().map(files::get).toList());
      long ownGpus = own.stream().filter(each -> each.startsWith("195:")).count();
      assertThat(lines(id, "gpus").stream().filter(line -> line.startsWith("GPU ")).count())
          .as("GPUs that the program found in %s, which has %s", id, own)
          .isEqualTo(ownGpus);
    }
  }

  private static boolean areHeld(Set<String> devices) {
    Map<ContainerId, Set<String>> held = held();
    return cluster.yarn.runningContainers().containsAll(held.keySet())
        && held.values().stream().flatMap(Set::stream).collect(Collectors.toSet()).equals(devices);
  }

  private static boolean probed(ContainerId id) {
    return Files.exists(log(id).resolve("probed"));
  }

  private static Path log(ContainerId id) {
    for (String directory : node().getConfig().getTrimmedStrings(YarnConfiguration.NM_LOG_DIRS)) {
      Path log =
          Path.of(directory, id.getApplicationAttemptId().getApplicationId().toString())
              .resolve(id.toString());
      if (Files.exists(log)) {
        return log;
      }
    }
    return Path.of("no-log-yet");
  }

  private static List<String> lines(ContainerId id, String file) {
    try {
      return Files.readAllLines(log(id).resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
