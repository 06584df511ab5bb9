// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * What one NodeManager offers. The figures are promises to the scheduler only: nothing is isolated,
 * so a laptop can pretend to be a rack of GPU machines.
 *
 * @param name how people call the machine; must be unique in a cluster
 * @param memoryMb memory in MB
 * @param vcores virtual cores
 * @param devices units of each extended resource type, e.g. {@code yarn.io/gpu -> 4}; immutable
 */
public record NodeShape(String name, long memoryMb, int vcores, Map<String, Long> devices) {

  public NodeShape {
    if (memoryMb <= 0 || vcores < 0) {
      throw new IllegalArgumentException(
          "node "
              + name
              + ": memory must be above 0 and vcores not below, but found "
              + memoryMb
              + " MB and "
              + vcores
              + " vcores");
    }
    devices = Collections.unmodifiableMap(new TreeMap<>(devices));
  }

  /** A machine without devices. */
  public static NodeShape of(String name, long memoryMb, int vcores) {
    return new NodeShape(name, memoryMb, vcores, Map.of());
  }

  /** The same machine with {@code count} more units of the extended resource {@code type}. */
  public NodeShape with(String type, long count) {
    Map<String, Long> more = new TreeMap<>(devices);
    more.merge(type, count, Long::sum);
    return new NodeShape(name, memoryMb, vcores, more);
  }

  /** Units of {@code resource}, which may also be {@code memory-mb} or {@code vcores}. */
  public long units(String resource) {
    return switch (resource) {
      case "memory-mb" -> memoryMb;
      case "vcores" -> vcores;
      default -> devices.getOrDefault(resource, 0L);
    };
  }

  /**
   * The same as YARN's record.
   *
   * @throws org.apache.hadoop.yarn.exceptions.ResourceNotFoundException if a type of device is
   *     unknown to this JVM
   */
  public Resource toResource() {
    return Resource.newInstance(memoryMb, vcores, devices);
  }

  /** Sets the keys that make a NodeManager register with this shape. */
  void applyTo(Configuration conf) {
    conf.setLong(YarnConfiguration.NM_PMEM_MB, memoryMb);
    conf.setLong(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, memoryMb);
    conf.setInt(YarnConfiguration.NM_VCORES, vcores);
    devices.forEach(
        (type, count) -> conf.setLong(YarnConfiguration.NM_RESOURCES_PREFIX + type, count));
  }
}
