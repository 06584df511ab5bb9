// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.host.QueueShape.queue;
import static io.github.yarnfair.it.FairCluster.GPU;
import static io.github.yarnfair.it.FairCluster.MIC;
import static io.github.yarnfair.it.FairCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.minicluster.ClusterNode;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.resourceplugin.ResourcePlugin;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Devices from end to end: plug-ins of the NodeManagers find six GPUs and two MICs, each scheduler
 * shares them, containers get devices of their own and give them back, and shares follow when one
 * fails. One cluster goes from scheduler to scheduler. What two more restarts of a node take runs
 * with the profile {@code experiments}.
 */
@Timeout(180)
@TestMethodOrder(OrderAnnotation.class)
class DevicesTest {
  private static final String FIRST = "root.first";
  private static final String SECOND = "root.second";
  private static final String HEALTH_SCRIPT = "yarn.nodemanager.health-checker.script.path";

  private static FakeDevices devices;
  private static FairCluster cluster;
  private final List<UnmanagedApplication> applications = new ArrayList<>();

  private static List<Class<?>> schedulers() throws ClassNotFoundException {
    return SchedulerClasses.all();
  }

  @BeforeAll
  static void start() throws Exception {
    devices = new FakeDevices(Path.of("target", "devices"));
    devices.mic(0, "online");
    devices.mic(1, "online");
    devices.mic(2, "ready");
    cluster =
        FairCluster.start(
            HeterogeneousCluster.named("devices")
                .scheduler(schedulers().get(0).getName())
                .resourceTypes(GPU, MIC)
                .node(NodeShape.of("four", 1024, 1), devices.gpuKeys("four", 4))
                .node(NodeShape.of("mixed", 1024, 1), devices.keys("mixed", 2))
                .queues(
                    QueueShape.root(
                        queue("first", 2, queue("gpu", 1), queue("mic", 1)),
                        queue("second", 1, queue("gpu", 1), queue("mic", 1))))
                .recoverable()
                .heartbeat(Duration.ofMillis(100))
                .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 500)
                .set("yarn.nodemanager.health-checker.interval-ms", 1_000)
                // Each time it calls nvidia-smi.
                .set(YarnConfiguration.NM_RESOURCE_MON_INTERVAL_MS, 10_000)
                // Each signal and each directory that is deleted is a call of container-executor.
                .set(YarnConfiguration.NM_SLEEP_DELAY_BEFORE_SIGKILL_MS, 0)
                .set(YarnConfiguration.DEBUG_NM_DELETE_DELAY_SEC, 600)
                // A master must not wait for a node that was stopped.
                .set(YarnConfiguration.CLIENT_NM_CONNECT_MAX_WAIT_MS, 1_000)
                .set(YarnConfiguration.CLIENT_NM_CONNECT_RETRY_INTERVAL_MS, 200));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private void submit() throws Exception {
    for (String department : List.of(FIRST, SECOND)) {
      submit(department + ".gpu", "memory-mb=64,yarn.io/gpu=1");
      submit(department + ".mic", "memory-mb=64,mic=1");
    }
  }

  private void submit(String queue, String demand) throws Exception {
    applications.add(new UnmanagedApplication(cluster, queue, demand));
  }

  /** All devices are given back, and the next scheduler finds none in use. */
  @AfterEach
  void end() throws Exception {
    for (UnmanagedApplication application : applications) {
      application.close();
    }
    cluster.clear();
    for (String node : List.of("four", "mixed")) {
      for (ResourcePlugin plugin : plugins(node)) {
        await("no device on " + node + " to be assigned", () -> FakeDevices.assigned(plugin) == 0);
      }
    }
  }

  private static Collection<ResourcePlugin> plugins(String node) {
    return cluster
        .yarn
        .nodeManager(node)
        .getNMContext()
        .getResourcePluginManager()
        .getNameToPlugins()
        .values();
  }

  @Order(1)
  @Test
  void devicesAreFoundSharedIsolatedAndReplanned() throws Exception {
    devicesAreFoundSharedIsolatedAndReplanned(cluster.scheduler().getClass());
  }

  /** Under all others: what a node does with its devices is the same under each. */
  @Order(2)
  @Tag("experiment")
  @ParameterizedTest
  @MethodSource("schedulers")
  void devicesAreFoundSharedIsolatedAndReplanned(Class<? extends ResourceScheduler> scheduler)
      throws Exception {
    if (cluster.scheduler().getClass() != scheduler) {
      cluster.yarn.restartUnder(scheduler);
    }
    assertThat(cluster.scheduler()).isExactlyInstanceOf(scheduler);
    assertThat(capability("four", GPU)).isEqualTo(4);
    assertThat(capability("mixed", GPU)).isEqualTo(2);
    assertThat(capability("mixed", MIC)).isEqualTo(2);
    submit();
    awaitShares(4, 2, 2);
    assertThat(ideal(FIRST + ".gpu")).isCloseTo(2 / 3.0, within(0.01));
    assertThat(ideal(SECOND + ".gpu")).isCloseTo(1 / 3.0, within(0.01));
    awaitKeptApart("four", GPU, "195:0", "195:1", "195:2", "195:3");
    awaitKeptApart("mixed", GPU, "195:0", "195:1");
    awaitKeptApart("mixed", MIC, "242:0", "242:1");

    Set<ContainerId> before = held("mixed", MIC).keySet();
    devices.mic(0, "reset_failed");
    count("four", 3, 0);
    count("mixed", 2, 1);

    awaitShares(3, 2, 1);
    await(
        "a new container to hold the other card",
        () -> {
          Map<ContainerId, Set<String>> now = held("mixed", MIC);
          return Set.copyOf(now.values()).equals(Set.of(Set.of("242:1")))
              && now.keySet().stream().noneMatch(before::contains);
        });
    assertThat(cluster.scheduler().readings().audit()).isEmpty();
    devices.mic(0, "online");
    count("four", 4, 0);
    count("mixed", 2, 2);
  }

  /** As {@code yarn rmadmin -updateNodeResource}, which an administrator or a monitor calls. */
  private static void count(String node, int gpus, int mics) throws Exception {
    NodeShape shape = NodeShape.of(node, 1024, 1).with(GPU, gpus).with(MIC, mics);
    cluster.resize(cluster.yarn.node(node), shape);
  }

  private static RMNode registered(String node) {
    return cluster
        .yarn
        .resourceManager()
        .getRMContext()
        .getRMNodes()
        .get(cluster.yarn.node(node).id());
  }

  private static long capability(String node, String resource) {
    return registered(node).getTotalCapability().getResourceValue(resource);
  }

  private static QueueSnapshot.Share share(String queue) {
    return cluster.scheduler().readings().snapshot().find(queue).share();
  }

  private static double ideal(String queue) {
    return share(queue).ideal();
  }

  /**
   * Ends all tasks, and waits until each department holds its number of GPUs, and both together one
   * of MICs: no task ends by itself, and the first application takes what is free.
   */
  private void awaitShares(int first, int second, int mics) throws Exception {
    await("all to wait for more, and their tasks to run", () -> allWait() && allRun());
    for (UnmanagedApplication application : applications) {
      application.endTasks();
    }
    await(
        first + " and " + second + " GPUs, and " + mics + " MICs to be held",
        () ->
            share(FIRST + ".gpu").used().getResourceValue(GPU) == first
                && share(SECOND + ".gpu").used().getResourceValue(GPU) == second
                && cluster.used(MIC) == mics);
  }

  private boolean allWait() {
    return List.of(FIRST, SECOND).stream()
        .allMatch(
            department ->
                share(department + ".gpu").pending().getResourceValue(GPU) > 0
                    && share(department + ".mic").pending().getResourceValue(MIC) > 0);
  }

  /** Whether each container that the scheduler has placed has come to its node and runs there. */
  private static boolean allRun() {
    return cluster.yarn.runningContainers().size() == cluster.used(GPU) + cluster.used(MIC)
        && Stream.of(held("four", GPU), held("mixed", GPU), held("mixed", MIC))
            .allMatch(held -> held.keySet().stream().allMatch(devices::runs));
  }

  private static Map<ContainerId, Set<String>> held(String node, String resource) {
    return FakeDevices.held(cluster.yarn.nodeManager(node), resource);
  }

  /** Waits until each device of a node is held by a container that is kept from all others. */
  private static void awaitKeptApart(String node, String resource, String... all) {
    Set<String> devicesKept = Set.of(all);
    await(
        "each of " + devicesKept + " on " + node + " to be one container's",
        () ->
            held(node, resource).entrySet().stream()
                .filter(each -> isKeptFromOthers(each.getKey(), each.getValue(), devicesKept))
                .flatMap(each -> each.getValue().stream())
                .collect(Collectors.toSet())
                .equals(devicesKept));
  }

  private static boolean isKeptFromOthers(ContainerId id, Set<String> own, Set<String> all) {
    Set<String> denied = devices.denied(id);
    return all.stream().allMatch(device -> own.contains(device) != denied.contains(device));
  }

  @Test
  @Order(3)
  void aGpuThatIsGoneWhenTheNodeManagerStartsIsNotOffered() throws Exception {
    devices.gpus("four", "ok", "gone", "ok", "ok");
    cluster.yarn.stopNode("four");
    configure("four", HEALTH_SCRIPT, devices.healthScript("four"));
    cluster.yarn.restartNode("four");

    assertThat(capability("four", GPU)).isEqualTo(3);
    submit();
    awaitShares(3, 2, 2);
    awaitKeptApart("four", GPU, "195:0", "195:2", "195:3");
  }

  @Test
  @Order(4)
  void aNodeWithASickGpuIsOfferedAgainWhenItsHealthScriptIsSilent() throws Exception {
    submit();
    devices.gpus("four", "ok", "gone", "sick", "ok");
    await("the node to be unhealthy", () -> state("four") == NodeState.UNHEALTHY);
    awaitShares(1, 1, 2);

    devices.gpus("four", "ok", "gone", "ok", "ok");
    await("the node to be healthy", () -> state("four") == NodeState.RUNNING);
    awaitShares(3, 2, 2);
  }

  private static NodeState state(String node) {
    return registered(node).getState();
  }

  @Test
  @Order(5)
  @Tag("experiment")
  void aNodeManagerStartsBesideALostGpuOnceTheOthersAreListed() throws Exception {
    devices.gpus("four", "ok", "ok", "lost", "ok");
    cluster.yarn.stopNode("four");
    assertThatThrownBy(() -> cluster.yarn.restartNode("four"))
        .hasStackTraceContaining("Failed to bootstrap configured resource subsystems");

    configure("four", YarnConfiguration.NM_GPU_ALLOWED_DEVICES, "0:0,1:1,2:3");
    configure("four", HEALTH_SCRIPT, "none");
    cluster.yarn.restartNode("four");

    assertThat(capability("four", GPU)).isEqualTo(3);
    submit();
    awaitShares(3, 2, 2);
    awaitKeptApart("four", GPU, "195:0", "195:1", "195:3");
  }

  @Test
  @Order(6)
  @Tag("experiment")
  void underYarnsDefaultExecutorDevicesAreCountedAndNoContainerHoldsOne() throws Exception {
    cluster.yarn.stopNode("four");
    configure(
        "four", YarnConfiguration.NM_CONTAINER_EXECUTOR, DefaultContainerExecutor.class.getName());
    cluster.yarn.restartNode("four");

    assertThat(capability("four", GPU)).isEqualTo(3);
    submit();
    awaitShares(3, 2, 2);
    ClusterNode four = cluster.yarn.node("four");
    await("containers to run there", () -> cluster.used(four, GPU) == 3);
    assertThat(held("four", GPU)).isEmpty();
  }

  /** Sets a key with which the node starts next. */
  private static void configure(String node, String key, String value) {
    cluster.yarn.nodeManager(node).getConfig().set(key, value);
  }
}
