// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.conformance.adapter.AdapterException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The resources of a case as extended types of YARN's, also memory and CPU: YARN's schedulers give
 * each task 1 MB and 1 vcore at least, and a case has tasks without. Of both, nodes have plenty.
 *
 * <p>There are always as many types, since YARN keeps their number in statics.
 */
final class CaseResources {
  private static final int MOST = 6;
  private static final int PLENTY = 100_000_000;

  /**
   * Still more than tasks on a node of a case. Where tasks have a smaller part of a node's memory,
   * such as a ten-thousandth, CapacityScheduler's monitor lets no queue have anything of its
   * siblings below a queue of queues.
   */
  private static final int PLENTY_WITH_PREEMPTION = 1_000;

  private static final List<String> TYPES =
      IntStream.rangeClosed(1, MOST).mapToObj(i -> "resource" + i).toList();

  private final List<String> resources;
  private final int plenty;

  /**
   * @param resources as a case names them
   * @param preempts whether tasks may be preempted
   * @throws AdapterException if there are too many
   */
  CaseResources(List<String> resources, boolean preempts) throws AdapterException {
    if (resources.size() > MOST) {
      throw new AdapterException("resources %s: expected at most %d".formatted(resources, MOST));
    }
    this.resources = resources;
    plenty = preempts ? PLENTY_WITH_PREEMPTION : PLENTY;
  }

  /** Declares the types, and lets requests be as small as the cases have them. */
  static void declare(Configuration conf) {
    conf.set(YarnConfiguration.RESOURCE_TYPES, String.join(",", TYPES));
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    conf.setInt("yarn.resource-types.memory-mb.increment-allocation", 1);
  }

  /**
   * Returns what a node has.
   *
   * @throws AdapterException if it may hold more tasks than it has memory for
   */
  Resource node(Map<String, Long> amounts) throws AdapterException {
    if (amounts.values().stream().mapToLong(Long::longValue).sum() > plenty) {
      throw new AdapterException("node of %s: expected at most %d".formatted(amounts, plenty));
    }
    return with(amounts, plenty);
  }

  /** Returns what a task asks for. */
  Resource task(Map<String, Long> amounts) {
    return with(amounts, 1);
  }

  private Resource with(Map<String, Long> amounts, int ofMemoryAndCpu) {
    Resource resource = Resource.newInstance(ofMemoryAndCpu, ofMemoryAndCpu);
    for (int i = 0; i < resources.size(); i++) {
      resource.setResourceValue(TYPES.get(i), amounts.getOrDefault(resources.get(i), 0L));
    }
    return resource;
  }
}
