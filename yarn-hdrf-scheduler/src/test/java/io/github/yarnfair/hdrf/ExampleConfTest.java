// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The example configuration works as it is, and for CapacityScheduler with one property changed.
 */
class ExampleConfTest {
  private static final Path EXAMPLES = Path.of("..", "conf");

  private final ClassLoader original = Thread.currentThread().getContextClassLoader();

  @BeforeEach
  void putExamplesOnClassPath() throws MalformedURLException {
    Thread.currentThread().setContextClassLoader(new ExamplesFirst(original, Map.of()));
  }

  @AfterEach
  void restoreClassPath() {
    Thread.currentThread().setContextClassLoader(original);
  }

  @Test
  void namesThisScheduler() {
    assertThat(new YarnConfiguration().get(YarnConfiguration.RM_SCHEDULER))
        .isEqualTo(HdrfScheduler.class.getName());
  }

  @ParameterizedTest
  @ValueSource(classes = {HdrfScheduler.class, CapacityScheduler.class})
  void containersWithoutVcoresReachTheirDevices(Class<? extends ResourceScheduler> scheduler)
      throws Exception {
    YarnConfiguration conf = new YarnConfiguration();
    SchedulerConf.keepNodeAttributesUnstored(conf);
    conf.setClass(YarnConfiguration.RM_SCHEDULER, scheduler, ResourceScheduler.class);
    try (MockRM rm = new MockRM(conf)) {
      rm.start();
      MockNM plain = rm.registerNode("plain:1", nodeWithDevicesOf("node-resources.xml"));
      MockNM gpu = rm.registerNode("gpu:1", nodeWithDevicesOf("node-resources-gpu.xml"));
      MockNM mic = rm.registerNode("mic:1", nodeWithDevicesOf("node-resources-mic.xml"));
      MockAM am = launchApplication(rm, plain);

      am.allocate(
          List.of(request(1, Map.of("yarn.io/gpu", 1L)), request(2, Map.of("mic", 1L))), List.of());
      List<Container> granted = heartbeatUntilGranted(2, rm, am, plain, gpu, mic);

      assertThat(granted)
          .extracting(container -> container.getNodeId().getHost())
          .containsExactlyInAnyOrder("gpu", "mic");
      assertThat(granted)
          .extracting(container -> container.getResource().getVirtualCores())
          .containsOnly(0);
    }
  }

  @Test
  void theDefaultQueueCanUseAMicAndPrioritiesMeanSomething() throws Exception {
    YarnConfiguration conf = new YarnConfiguration();
    SchedulerConf.keepNodeAttributesUnstored(conf);
    assertThat(conf.getInt(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 0))
        .isEqualTo(10);
    try (SchedulerErrors log = new SchedulerErrors();
        MockRM rm = new MockRM(conf)) {
      rm.start();
      assertThat(log.warnings())
          .as("but for node labels, which MockRM switches on")
          .allMatch(text -> text.contains(YarnConfiguration.NODE_LABELS_ENABLED));
      MockNM plain = rm.registerNode("plain:1", nodeWithDevicesOf("node-resources.xml"));
      MockNM mic = rm.registerNode("mic:1", nodeWithDevicesOf("node-resources-mic.xml"));
      MockAM am = launchApplication(rm, plain, "default");
      am.allocate(List.of(request(1, Map.of("mic", 1L))), List.of());
      assertThat(heartbeatUntilGranted(1, rm, am, plain, mic)).hasSize(1);
    }
  }

  @Test
  void partsOfGpusAreTypesOfTheirOwn() throws Exception {
    Thread.currentThread()
        .setContextClassLoader(
            new ExamplesFirst(original, Map.of("resource-types.xml", "resource-types-mig.xml")));
    YarnConfiguration conf = new YarnConfiguration();
    SchedulerConf.keepNodeAttributesUnstored(conf);
    try (MockRM rm = new MockRM(conf)) {
      rm.start();
      MockNM plain = rm.registerNode("plain:1", Resource.newInstance(16_384, 8));
      MockNM mig = rm.registerNode("mig:1", nodeWithDevicesOf("node-resources-mig.xml"));
      MockAM am = launchApplication(rm, plain);
      am.allocate(
          List.of(
              request(1, Map.of("nvidia.com/mig-1g.10gb", 1L)),
              request(2, Map.of("nvidia.com/mig-3g.40gb", 1L)),
              request(3, Map.of("yarn.io/gpu", 6L))),
          List.of());
      assertThat(heartbeatUntilGranted(3, rm, am, plain, mig))
          .hasSize(3)
          .allMatch(container -> container.getNodeId().getHost().equals("mig"));
    }
  }

  private static MockAM launchApplication(MockRM rm, MockNM node) throws Exception {
    return launchApplication(rm, node, "root.research.training");
  }

  private static MockAM launchApplication(MockRM rm, MockNM node, String queue) throws Exception {
    RMApp app =
        MockRMAppSubmitter.submit(
            rm,
            MockRMAppSubmissionData.Builder.createWithMemory(512, rm)
                .withQueue(queue)
                // It would wait for an attempt without a container, and CapacityScheduler's thread
                // may have placed one by then.
                .withWaitForAppAcceptedState(false)
                .build());
    rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
    rm.drainEvents();
    node.nodeHeartbeat(true);
    MockAM am = rm.sendAMLaunched(app.getCurrentAppAttempt().getAppAttemptId());
    am.registerAppAttempt();
    return am;
  }

  /** Polls, since CapacityScheduler decides in a thread of its own. */
  private static List<Container> heartbeatUntilGranted(
      int count, MockRM rm, MockAM am, MockNM... nodes) throws Exception {
    List<Container> granted = new ArrayList<>();
    Instant deadline = Instant.now().plusSeconds(30);
    while (granted.size() < count && Instant.now().isBefore(deadline)) {
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
      }
      rm.drainEvents();
      granted.addAll(am.allocate(List.of(), List.of()).getAllocatedContainers());
    }
    return granted;
  }

  private static ResourceRequest request(int priority, Map<String, Long> devices) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(priority))
        .resourceName(ResourceRequest.ANY)
        .capability(Resource.newInstance(1024, 0, devices))
        .numContainers(1)
        .build();
  }

  private static Resource nodeWithDevicesOf(String file) throws MalformedURLException {
    Configuration devices = new Configuration(false);
    devices.addResource(EXAMPLES.resolve(file).toUri().toURL());
    Resource node = Resource.newInstance(16_384, 8);
    devices
        .getPropsWithPrefix(YarnConfiguration.NM_RESOURCES_PREFIX)
        .forEach((name, count) -> node.setResourceValue(name, Long.parseLong(count)));
    return node;
  }

  /** Hadoop looks for its files through the context class loader; its test jars have some, too. */
  private static final class ExamplesFirst extends URLClassLoader {
    private final Map<String, String> installedAs;

    /** Takes some files under other names than they have among the examples. */
    ExamplesFirst(ClassLoader parent, Map<String, String> installedAs)
        throws MalformedURLException {
      super(new URL[] {EXAMPLES.toUri().toURL()}, parent);
      this.installedAs = installedAs;
    }

    @Override
    public URL getResource(String name) {
      URL example = findResource(installedAs.getOrDefault(name, name));
      return example != null ? example : super.getResource(name);
    }
  }
}
