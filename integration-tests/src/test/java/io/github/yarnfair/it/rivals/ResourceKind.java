// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The resources of a workload and the extended YARN resource types that stand for them.
 *
 * <p>YARN's own memory and vcores stand for none of them, because a task may need nothing of a
 * resource: memory may not be zero, and CapacityScheduler does not start with a minimum allocation
 * of zero vcores. Every task asks for 1 MB and 1 vcore, and nodes have so much of both that they
 * are nobody's dominant resource. A kind that a workload does not use is plentiful too, since
 * FairScheduler divides by the cluster's total of each type.
 */
enum ResourceKind {
  CPU("cpu"),
  MEM("ram"),
  GPU("yarn.io/gpu");

  private static final int PLENTY = 1_000_000;

  private final String type;

  ResourceKind(String type) {
    this.type = type;
  }

  /** Returns the kinds of such names, as the scenario cases write them. */
  static List<ResourceKind> named(List<String> names) {
    return names.stream().map(name -> valueOf(name.toUpperCase(Locale.ROOT))).toList();
  }

  /** Adds the types to a configuration. */
  static void declare(Configuration conf) {
    conf.set(
        YarnConfiguration.RESOURCE_TYPES,
        Arrays.stream(values()).map(kind -> kind.type).collect(Collectors.joining(",")));
  }

  /** Returns what a task asks for, in the order of {@code kinds}. */
  static Resource task(List<ResourceKind> kinds, long[] amounts) {
    return resource(1, 0, kinds, amounts);
  }

  /** Returns what a node has, in the order of {@code kinds}. */
  static Resource node(List<ResourceKind> kinds, long[] amounts) {
    return resource(PLENTY, PLENTY, kinds, amounts);
  }

  private static Resource resource(
      int memoryAndVcores, int unused, List<ResourceKind> kinds, long[] amounts) {
    Map<String, Long> extended = new HashMap<>();
    for (ResourceKind kind : values()) {
      int index = kinds.indexOf(kind);
      extended.put(kind.type, index < 0 ? unused : amounts[index]);
    }
    return Resource.newInstance(memoryAndVcores, memoryAndVcores, extended);
  }
}
