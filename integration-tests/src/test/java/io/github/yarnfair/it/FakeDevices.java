// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import io.github.yarnfair.mic.MicDevicePlugin;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.Device;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.resourceplugin.ResourcePlugin;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.resourceplugin.gpu.GpuDevice;
import org.apache.hadoop.yarn.server.nodemanager.webapp.dao.NMDeviceResourceInfo;
import org.apache.hadoop.yarn.server.nodemanager.webapp.dao.gpu.NMGpuResourceInfo;

/**
 * What the NodeManagers of this machine find in place of GPUs and MICs: {@code nvidia-smi} of each
 * node, the MIC driver's directory, and {@code container-executor}, as YARN's and the project's
 * plug-ins use the real ones. A device is named by its numbers, such as {@code 195:2}.
 */
final class FakeDevices {
  private static final int GPU_MAJOR = 195;
  private static final int MIC_MAJOR = 242;

  private final Path home;

  FakeDevices(Path home) throws IOException {
    this.home = home.toAbsolutePath();
    FileUtil.fullyDelete(home.toFile());
    install("container-executor", this.home.resolve("bin"));
    Files.createDirectories(this.home.resolve("cgroup/devices"));
  }

  private static void install(String script, Path directory) throws IOException {
    Path target = Files.createDirectories(directory).resolve(script);
    try (InputStream in = FakeDevices.class.getResourceAsStream("/devices/" + script)) {
      Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
    }
    FileUtil.setExecutable(target.toFile(), true);
  }

  /** Says what a node's {@code nvidia-smi} finds: a word for each GPU; the script explains them. */
  void gpus(String node, String... states) throws IOException {
    Files.writeString(home.resolve(node).resolve("gpus"), String.join(" ", states) + "\n");
  }

  /** Says in which state the driver describes a card. */
  void mic(int id, String state) throws IOException {
    Path card = Files.createDirectories(home.resolve("class/mic/mic" + id));
    Files.writeString(card.resolve("uevent"), "MAJOR=" + MIC_MAJOR + "\nMINOR=" + id + "\n");
    Files.writeString(card.resolve("state"), state + "\n");
  }

  /** The keys of a node with GPUs, all of which work at first. */
  Map<String, String> gpuKeys(String node, int gpus) throws IOException {
    install("nvidia-smi", home.resolve(node));
    gpus(node, Collections.nCopies(gpus, "ok").toArray(String[]::new));
    Map<String, String> keys = executorKeys();
    keys.put(YarnConfiguration.NM_RESOURCE_PLUGINS, FairCluster.GPU);
    keys.put(
        YarnConfiguration.NM_GPU_PATH_TO_EXEC, home.resolve(node).resolve("nvidia-smi").toString());
    return keys;
  }

  /** A health script for which the node is unhealthy while one of its GPUs is sick or lost. */
  String healthScript(String node) throws IOException {
    install("gpu-health", home.resolve(node));
    return home.resolve(node).resolve("gpu-health").toString();
  }

  /** The keys of the node that has the MICs and a number of GPUs. */
  Map<String, String> keys(String node, int gpus) throws IOException {
    Map<String, String> keys = gpuKeys(node, gpus);
    keys.put(YarnConfiguration.NM_PLUGGABLE_DEVICE_FRAMEWORK_ENABLED, "true");
    keys.put(
        YarnConfiguration.NM_PLUGGABLE_DEVICE_FRAMEWORK_DEVICE_CLASSES,
        MicDevicePlugin.class.getName());
    keys.put(MicDevicePlugin.DIRECTORY, home.resolve("class/mic").toString());
    return keys;
  }

  private Map<String, String> executorKeys() {
    Map<String, String> keys = new HashMap<>();
    keys.put(YarnConfiguration.NM_CONTAINER_EXECUTOR, LinuxContainerExecutor.class.getName());
    keys.put(
        YarnConfiguration.NM_LINUX_CONTAINER_EXECUTOR_PATH,
        home.resolve("bin/container-executor").toString());
    keys.put(
        YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_MOUNT_PATH, home.resolve("cgroup").toString());
    return keys;
  }

  /** The devices that each container of a node holds; containers without a device are left out. */
  static Map<ContainerId, Set<String>> held(NodeManager node, String resource) {
    Map<ContainerId, Set<String>> held = new TreeMap<>();
    node.getNMContext()
        .getContainers()
        .forEach(
            (id, container) -> {
              Set<String> devices = new TreeSet<>();
              if (!container.isContainerInFinalStates()) {
                for (Serializable device :
                    container.getResourceMappings().getAssignedResources(resource)) {
                  devices.add(numbers(device));
                }
              }
              if (!devices.isEmpty()) {
                held.put(id, devices);
              }
            });
    return held;
  }

  private static String numbers(Serializable device) {
    if (device instanceof GpuDevice gpu) {
      return GPU_MAJOR + ":" + gpu.getMinorNumber();
    }
    Device mic = (Device) device;
    return mic.getMajorNumber() + ":" + mic.getMinorNumber();
  }

  private Path cgroup(ContainerId id) {
    return home.resolve("cgroup/devices/hadoop-yarn/" + id);
  }

  /** Whether the container has a process. */
  boolean runs(ContainerId id) {
    return Files.exists(cgroup(id).resolve("cgroup.procs"));
  }

  /** The devices from which a container is kept; none once it has ended. */
  Set<String> denied(ContainerId id) {
    Path list = cgroup(id).resolve("devices.deny");
    Set<String> denied = new TreeSet<>();
    try (Stream<String> lines = Files.lines(list)) {
      lines.forEach(line -> denied.add(line.split(" ")[1]));
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return denied;
  }

  /** How many devices of a plug-in containers hold, as the node's web service says it. */
  static int assigned(ResourcePlugin plugin) {
    try {
      return plugin.getNMResourceInfo() instanceof NMGpuResourceInfo gpus
          ? gpus.getAssignedGpuDevices().size()
          : ((NMDeviceResourceInfo) plugin.getNMResourceInfo()).getAssignedDevices().size();
    } catch (YarnException e) {
      throw new AssertionError(plugin + " has no answer", e);
    }
  }
}
