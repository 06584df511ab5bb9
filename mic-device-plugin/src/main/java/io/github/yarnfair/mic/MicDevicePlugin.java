// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mic;

import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.Device;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.DevicePlugin;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.DevicePluginScheduler;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.DeviceRegisterRequest;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.DeviceRuntimeSpec;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.MountDeviceSpec;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.YarnRuntimeType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MICs (Intel Xeon Phi coprocessors) of one machine, for YARN's device framework. A NodeManager
 * offers the cards that are online when it starts, and gives each to one container at a time. A
 * card that is no longer online when a container starts is left out.
 *
 * <p>The framework demands that this class itself declares each method of the two interfaces.
 */
public final class MicDevicePlugin extends Configured
    implements DevicePlugin, DevicePluginScheduler {
  /** Key of the resource type's name, which {@code resource-types.xml} must have as well. */
  public static final String RESOURCE_NAME = "yarn.nodemanager.resource-plugins.mic.resource-name";

  /** Key of the directory in which the driver describes the cards. */
  public static final String DIRECTORY = "yarn.nodemanager.resource-plugins.mic.sysfs-directory";

  static final String DEFAULT_RESOURCE_NAME = "mic";
  static final String DEFAULT_DIRECTORY = "/sys/class/mic";

  /** By it Intel's offload library learns which cards a process may use. */
  private static final String OFFLOAD_DEVICES = "OFFLOAD_DEVICES";

  private static final Logger LOG = LoggerFactory.getLogger(MicDevicePlugin.class);

  private final Path deviceFiles;

  /** For the framework, which then calls {@link #setConf}. */
  public MicDevicePlugin() {
    this(Path.of("/dev"));
  }

  MicDevicePlugin(Path deviceFiles) {
    this.deviceFiles = deviceFiles;
  }

  /**
   * Says which resource type the cards are of.
   *
   * @throws IllegalArgumentException if {@link #RESOURCE_NAME} is set to nothing
   */
  @Override
  public DeviceRegisterRequest getRegisterRequestInfo() {
    String name = getConf().getTrimmed(RESOURCE_NAME, DEFAULT_RESOURCE_NAME);
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          RESOURCE_NAME + " is empty; expected the name of a resource type, such as mic");
    }
    return DeviceRegisterRequest.Builder.newInstance().setResourceName(name).build();
  }

  /**
   * The cards that are online.
   *
   * @throws IOException if there is no directory of cards, unless {@code
   *     yarn.nodemanager.resource-plugins.fail-fast} is false: then there is no card
   */
  @Override
  public Set<Device> getDevices() throws IOException {
    Set<Device> devices = new TreeSet<>();
    for (MicCard card : cards()) {
      if (!card.isOnline()) {
        LOG.warn("{}, not online: it is left out until this NodeManager is restarted", card);
        continue;
      }
      if (card.node().major() < 0) {
        LOG.warn("mic{} has no device number: no container can be kept from it", card.id());
      }
      devices.add(card.toDevice());
    }
    LOG.info("MICs online: {}", devices);
    return devices;
  }

  private List<MicCard> cards() throws IOException {
    try {
      return sysfs().cards();
    } catch (NotDirectoryException e) {
      String message =
          e.getMessage()
              + " is no directory: is the driver of the MICs loaded? ("
              + DIRECTORY
              + ")";
      Configuration conf = getConf();
      if (conf.getBoolean(
          YarnConfiguration.NM_RESOURCE_PLUGINS_FAIL_FAST,
          YarnConfiguration.DEFAULT_NM_RESOURCE_PLUGINS_FAIL_FAST)) {
        throw new IOException(message, e);
      }
      LOG.error(message);
      return List.of();
    }
  }

  private MicSysfs sysfs() {
    return new MicSysfs(Path.of(getConf().getTrimmed(DIRECTORY, DEFAULT_DIRECTORY)), deviceFiles);
  }

  /**
   * The first {@code count} of the free cards that are online now.
   *
   * @throws IllegalStateException if there are fewer; the container's diagnostics have the message
   */
  @Override
  public Set<Device> allocateDevices(
      Set<Device> availableDevices, int count, Map<String, String> env) {
    MicSysfs sysfs = sysfs();
    Set<Device> allocated = new TreeSet<>();
    List<MicCard> failed = new ArrayList<>();
    for (Device device : new TreeSet<>(availableDevices)) {
      MicCard card = sysfs.card(device.getId());
      if (!card.isOnline()) {
        failed.add(card);
      } else if (allocated.size() < count) {
        allocated.add(device);
      }
    }
    if (allocated.size() < count) {
      throw new IllegalStateException(
          "the container needs "
              + count
              + " MICs, but of this node's free ones "
              + allocated.size()
              + " are online: "
              + failed);
    }
    return allocated;
  }

  /** What a container in Docker gets. The framework takes nothing for others. */
  @Override
  public @Nullable DeviceRuntimeSpec onDevicesAllocated(
      Set<Device> allocatedDevices, YarnRuntimeType yarnRuntime) {
    if (yarnRuntime != YarnRuntimeType.RUNTIME_DOCKER) {
      return null;
    }
    DeviceRuntimeSpec.Builder spec = DeviceRuntimeSpec.Builder.newInstance();
    Set<Device> devices = new TreeSet<>(allocatedDevices);
    for (Device device : devices) {
      if (!device.getDevPath().isEmpty()) {
        spec.addMountDeviceSpec(
            MountDeviceSpec.Builder.newInstance()
                .setDevicePathInHost(device.getDevPath())
                .setDevicePathInContainer(device.getDevPath())
                .setDevicePermission(MountDeviceSpec.RW)
                .build());
      }
    }
    return spec.addEnv(
            OFFLOAD_DEVICES,
            devices.stream()
                .map(device -> Integer.toString(device.getId()))
                .collect(Collectors.joining(",")))
        .build();
  }

  /** Nothing is kept of a container. */
  @Override
  public void onDevicesReleased(Set<Device> releasedDevices) {}
}
