// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.conformance.adapter.AdapterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The resources of a case as YARN's: {@code mem} is memory, {@code cpu} is vcores, others are
 * extended types, of which there are always as many, since YARN keeps their number in statics.
 *
 * <p>YARN's schedulers give out no less than 1 MB and 1 vcore. So that a task without either does
 * not count, a unit of memory is 1,000,000 MB, one of CPU 1,000,000 vcores, and a node has some to
 * spare; where a case does not name one of them, nodes have plenty.
 */
final class CaseResources {
  private static final int EXTENDED = 6;
  private static final long UNIT = 1_000_000;
  private static final long SPARE = 1_000;
  private static final long PLENTY = 100_000_000;

  private static final List<String> TYPES =
      IntStream.rangeClosed(1, EXTENDED).mapToObj(i -> "resource" + i).toList();

  private final List<String> resources;
  private final List<String> extended;

  /**
   * @param resources as a case names them
   * @throws AdapterException if there are too many
   */
  CaseResources(List<String> resources) throws AdapterException {
    this.resources = resources;
    extended = new ArrayList<>(resources);
    extended.removeAll(List.of("mem", "cpu"));
    if (extended.size() > EXTENDED) {
      throw new AdapterException(
          "resources %s: expected at most %d besides mem and cpu".formatted(resources, EXTENDED));
    }
  }

  /** Declares the types, and lets requests be as small and as large as the cases have them. */
  static void declare(Configuration conf) {
    conf.set(YarnConfiguration.RESOURCE_TYPES, String.join(",", TYPES));
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES, 1);
    conf.setInt("yarn.resource-types.memory-mb.increment-allocation", 1);
    conf.setLong(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, Integer.MAX_VALUE);
    conf.setLong(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, Integer.MAX_VALUE);
  }

  /** Returns what a node has. */
  Resource node(Map<String, Long> amounts) {
    Resource node = extended(amounts);
    node.setMemorySize(of(amounts, "mem") * UNIT + (resources.contains("mem") ? SPARE : PLENTY));
    long vcores = of(amounts, "cpu") * UNIT + (resources.contains("cpu") ? SPARE : PLENTY);
    node.setVirtualCores(Math.toIntExact(vcores));
    return node;
  }

  /** Returns what a task asks for. */
  Resource task(Map<String, Long> amounts) {
    Resource task = extended(amounts);
    task.setMemorySize(Math.max(1, of(amounts, "mem") * UNIT));
    task.setVirtualCores(Math.toIntExact(Math.max(1, of(amounts, "cpu") * UNIT)));
    return task;
  }

  private Resource extended(Map<String, Long> amounts) {
    Resource resource = Resource.newInstance(0, 0);
    for (int i = 0; i < extended.size(); i++) {
      resource.setResourceInformation(
          TYPES.get(i),
          ResourceInformation.newInstance(TYPES.get(i), of(amounts, extended.get(i))));
    }
    return resource;
  }

  private static long of(Map<String, Long> amounts, String name) {
    return amounts.getOrDefault(name, 0L);
  }
}
