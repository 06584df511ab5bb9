// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ResourceMappings;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.privileged.PrivilegedOperation;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.privileged.PrivilegedOperationExecutor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.CGroupsHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.ResourceHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.resourceplugin.ResourcePlugin;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.resourceplugin.ResourcePluginManager;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in as YARN's framework loads and calls it; only cgroups are stood in for. */
class DeviceFrameworkTest {
  @TempDir private Path root;

  private final Configuration conf = new YarnConfiguration();
  private final Context context = mock(Context.class);
  private final PrivilegedOperationExecutor executor = mock(PrivilegedOperationExecutor.class);
  private final List<List<String>> operations = new ArrayList<>();
  private FakeSysfs files;

  @BeforeEach
  void configure() throws Exception {
    files = new FakeSysfs(root);
    conf.setBoolean(YarnConfiguration.NM_PLUGGABLE_DEVICE_FRAMEWORK_ENABLED, true);
    conf.set(
        YarnConfiguration.NM_PLUGGABLE_DEVICE_FRAMEWORK_DEVICE_CLASSES,
        MicDevicePlugin.class.getName());
    conf.set(MicDevicePlugin.DIRECTORY, files.cards.toString());
    when(context.getConf()).thenReturn(conf);
    when(context.getNMStateStore()).thenReturn(new NMNullStateStoreService());
    when(executor.executePrivilegedOperation(any(PrivilegedOperation.class), anyBoolean()))
        .thenAnswer(
            call -> {
              operations.add(call.<PrivilegedOperation>getArgument(0).getArguments());
              return "";
            });
  }

  @AfterEach
  void forgetResourceTypes() {
    ResourceUtils.resetResourceTypes();
  }

  private ResourcePlugin load(String... resourceTypes) throws Exception {
    conf.setStrings(YarnConfiguration.RESOURCE_TYPES, resourceTypes);
    ResourceUtils.resetResourceTypes(conf);
    ResourcePluginManager plugins = new ResourcePluginManager();
    plugins.initialize(context);
    assertThat(plugins.getNameToPlugins()).hasSize(1);
    return plugins.getNameToPlugins().values().iterator().next();
  }

  private static Container container(int number, Resource resource) {
    ApplicationId application = ApplicationId.newInstance(1, 1);
    ContainerId id =
        ContainerId.newContainerId(ApplicationAttemptId.newInstance(application, 1), number);
    ContainerLaunchContext launch = mock(ContainerLaunchContext.class);
    when(launch.getEnvironment()).thenReturn(Map.of());
    Container container = mock(Container.class);
    when(container.getContainerId()).thenReturn(id);
    when(container.getResource()).thenReturn(resource);
    when(container.getLaunchContext()).thenReturn(launch);
    when(container.getResourceMappings()).thenReturn(new ResourceMappings());
    return container;
  }

  @Test
  void theNodeOffersTheCardsThatAreOnlineUnderEitherName() throws Exception {
    files.card(0, "online").card(1, "online").card(2, "lost");
    for (String name : List.of("mic", "intel.com/mic")) {
      conf.set(MicDevicePlugin.RESOURCE_NAME, name);
      ResourcePlugin plugin = load("yarn.io/gpu", name);
      Resource node = Resource.newInstance(1024, 1);

      plugin.getNodeResourceHandlerInstance().updateConfiguredResource(node);

      assertThat(node.getResourceValue(name)).isEqualTo(2);
    }
  }

  @Test
  void aNameThatNoResourceTypeHasIsRefused() throws IOException {
    files.card(0, "online");

    assertThatThrownBy(() -> load("intel.com/mic"))
        .isInstanceOf(YarnRuntimeException.class)
        .hasMessageContaining("mic is not configured inside resource-types.xml");
  }

  @Test
  void containersAreKeptFromEachOthersCardsAndGiveThemBack() throws Exception {
    files.card(0, "online").card(1, "online");
    ResourceHandler handler =
        load("mic").createResourceHandler(context, mock(CGroupsHandler.class), executor);
    handler.bootstrap(conf);
    Resource one = Resource.newInstance(64, 0, Map.of("mic", 1L));
    Container first = container(1, one);

    handler.preStart(first);
    handler.preStart(container(2, one));
    handler.preStart(container(3, Resource.newInstance(64, 0)));
    handler.postComplete(first.getContainerId());
    handler.preStart(container(4, one));

    assertThat(operations)
        .extracting(arguments -> arguments.subList(2, arguments.size()))
        .containsExactly(
            List.of("--excluded_devices", "c-242:1-rwm", "--allowed_devices", "242:0"),
            List.of("--excluded_devices", "c-242:0-rwm", "--allowed_devices", "242:1"),
            List.of("--excluded_devices", "c-242:0-rwm,c-242:1-rwm"),
            List.of("--excluded_devices", "c-242:1-rwm", "--allowed_devices", "242:0"));
  }

  @Test
  void aFailedCardIsNotGivenOutAndAContainerForWhichNoneIsLeftSaysWhy() throws Exception {
    files.card(0, "online").card(1, "online");
    ResourceHandler handler =
        load("mic").createResourceHandler(context, mock(CGroupsHandler.class), executor);
    handler.bootstrap(conf);
    Resource one = Resource.newInstance(64, 0, Map.of("mic", 1L));
    files.set(0, "reset_failed");

    handler.preStart(container(1, one));

    assertThat(operations.get(0)).contains("242:1").doesNotContain("242:0");
    assertThatThrownBy(() -> handler.preStart(container(2, one)))
        .hasMessageContaining("[mic0 is reset_failed]");
  }
}
