// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.Device;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.DeviceRuntimeSpec;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.MountDeviceSpec;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.YarnRuntimeType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MicDevicePluginTest {
  @TempDir private Path root;

  private final Configuration conf = new Configuration(false);
  private FakeSysfs files;
  private MicDevicePlugin plugin;

  @BeforeEach
  void makeFiles() throws IOException {
    files = new FakeSysfs(root);
    conf.set(MicDevicePlugin.DIRECTORY, files.cards.toString());
    plugin = new MicDevicePlugin(files.deviceFiles);
    plugin.setConf(conf);
  }

  private static int[] ids(Set<Device> devices) {
    return new TreeSet<>(devices).stream().mapToInt(Device::getId).toArray();
  }

  @Test
  void theNameIsMicUnlessItIsConfigured() {
    assertThat(plugin.getRegisterRequestInfo().getResourceName()).isEqualTo("mic");
    conf.set(MicDevicePlugin.RESOURCE_NAME, " intel.com/mic ");
    assertThat(plugin.getRegisterRequestInfo().getResourceName()).isEqualTo("intel.com/mic");
    conf.set(MicDevicePlugin.RESOURCE_NAME, " ");
    assertThatThrownBy(plugin::getRegisterRequestInfo)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(MicDevicePlugin.RESOURCE_NAME);
  }

  @Test
  void cardsThatAreOnlineAreOffered() throws IOException {
    files.card(0, "online").card(1, "booting").card(2, "online");

    assertThat(ids(plugin.getDevices())).containsExactly(0, 2);
  }

  @Test
  void aNodeWhoseCardsAreAllDownOffersNone() throws IOException {
    files.card(0, "ready");

    assertThat(plugin.getDevices()).isEmpty();
  }

  @Test
  void noDirectoryStopsTheNodeManagerUnlessItIsNotToFailFast() throws IOException {
    conf.set(MicDevicePlugin.DIRECTORY, root.resolve("none").toString());

    assertThatThrownBy(plugin::getDevices)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(root.resolve("none") + " is no directory: is the driver")
        .hasMessageContaining(MicDevicePlugin.DIRECTORY);

    conf.setBoolean(YarnConfiguration.NM_RESOURCE_PLUGINS_FAIL_FAST, false);
    assertThat(plugin.getDevices()).isEmpty();
  }

  @Test
  void theFirstFreeCardsAreGivenOut() throws IOException {
    files.card(0, "online").card(1, "online").card(2, "online");
    Set<Device> free = plugin.getDevices();

    assertThat(ids(plugin.allocateDevices(free, 2, Map.of()))).containsExactly(0, 1);
    free.remove(free.iterator().next());
    assertThat(ids(plugin.allocateDevices(free, 1, Map.of()))).containsExactly(1);
  }

  @Test
  void aCardThatHasFailedSinceTheStartIsLeftOutAndReturns() throws IOException {
    files.card(0, "online").card(1, "online");
    Set<Device> free = plugin.getDevices();

    files.set(0, "reset_failed");
    assertThat(ids(plugin.allocateDevices(free, 1, Map.of()))).containsExactly(1);

    files.set(0, "online");
    assertThat(ids(plugin.allocateDevices(free, 1, Map.of()))).containsExactly(0);
  }

  @Test
  void tooFewCardsAreAnErrorThatNamesTheFailedOnes() throws IOException {
    files.card(0, "online").card(1, "online");
    Set<Device> free = plugin.getDevices();
    files.set(1, "resetting");

    assertThatThrownBy(() -> plugin.allocateDevices(free, 2, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the container needs 2 MICs, but of this node's free ones 1 are online:"
                + " [mic1 is resetting]");
  }

  @Test
  void aContainerInDockerGetsDeviceFilesAndTheNumbersOfItsCards() throws IOException {
    files.card(0, "online").card(1, "online");
    Files.delete(files.deviceFiles.resolve("mic1"));

    DeviceRuntimeSpec spec =
        plugin.onDevicesAllocated(plugin.getDevices(), YarnRuntimeType.RUNTIME_DOCKER);

    assertThat(spec.getEnvs()).containsExactly(Map.entry("OFFLOAD_DEVICES", "0,1"));
    assertThat(spec.getDeviceMounts())
        .extracting(MountDeviceSpec::getDevicePathInHost)
        .containsExactly(files.deviceFiles.resolve("mic0").toString());
  }

  @Test
  void theFrameworkTakesNothingForOtherContainers() throws IOException {
    files.card(0, "online");

    assertThat(plugin.onDevicesAllocated(plugin.getDevices(), YarnRuntimeType.RUNTIME_DEFAULT))
        .isNull();
  }
}
