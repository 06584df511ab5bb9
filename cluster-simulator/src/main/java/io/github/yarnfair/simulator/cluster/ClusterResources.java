// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The resources of a run as YARN's resource types.
 *
 * @param names memory-mb, vcores, then extended ones
 */
record ClusterResources(List<String> names) {
  private static final int FIRST_EXTENDED = 2;

  /** Adds the extended types to a configuration. */
  void declare(Configuration conf) {
    conf.set(
        YarnConfiguration.RESOURCE_TYPES,
        names.stream().skip(FIRST_EXTENDED).collect(Collectors.joining(",")));
  }

  /** Returns amounts as YARN has them; the types must have been declared. */
  Resource of(long[] amounts) {
    Resource resource = Resource.newInstance(0, 0);
    for (int j = 0; j < amounts.length; j++) {
      resource.setResourceValue(names.get(j), amounts[j]);
    }
    return resource;
  }

  /** Returns amounts as a vector. */
  long[] of(Resource resource) {
    return names.stream().mapToLong(resource::getResourceValue).toArray();
  }
}
