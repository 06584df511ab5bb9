// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * The most that one container may have, {@code yarn.scheduler.maximum-allocation-mb} and its like.
 * YARN takes any number for it; below the minimum it would refuse every request from then on.
 */
public final class AllocationLimits {
  private static final Map<String, String> SCHEDULER_KEYS =
      Map.of(
          ResourceInformation.MEMORY_URI,
          YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB,
          ResourceInformation.VCORES_URI,
          YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES);

  private AllocationLimits() {}

  /**
   * Reads the maximum of every resource type.
   *
   * @throws IOException naming file, key, value and what was expected
   */
  public static Resource maximum(Configuration conf) throws IOException {
    for (ResourceInformation type : ResourceUtils.getResourceTypesArray()) {
      String key = key(conf, type.getName());
      String value = conf.getTrimmed(key);
      if (value != null && !isAtLeast(type.getMinimumAllocation(), value)) {
        throw ConfiguredKey.refused(
            conf,
            key,
            "a whole number not below the minimum allocation, " + type.getMinimumAllocation());
      }
    }
    return ResourceUtils.fetchMaximumAllocationFromConfig(conf);
  }

  private static String key(Configuration conf, String type) {
    String typeKey =
        YarnConfiguration.RESOURCE_TYPES + "." + type + ResourceUtils.MAXIMUM_ALLOCATION;
    return conf.get(typeKey) == null ? SCHEDULER_KEYS.getOrDefault(type, typeKey) : typeKey;
  }

  private static boolean isAtLeast(long minimum, String value) {
    try {
      return Long.parseLong(value) >= minimum;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
