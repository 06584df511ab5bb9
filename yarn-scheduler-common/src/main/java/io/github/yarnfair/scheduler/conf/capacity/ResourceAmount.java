// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;

/**
 * An amount of one resource type.
 *
 * @param resource YARN's name of the type: {@code memory-mb}, {@code vcores}, {@code yarn.io/gpu}
 * @param value at least 0, in the unit that the type is declared with (memory: MiB)
 */
public record ResourceAmount(String resource, long value) {

  /** This amount over a total of the type; 0 if that is none. */
  double shareOf(Resource ofAll) {
    long total = ofAll.getResourceValue(resource);
    return total > 0 ? (double) value / total : 0;
  }

  /** Whether every resource type of {@code total} is at zero. */
  static boolean isEmpty(Resource total) {
    for (ResourceInformation information : total.getResources()) {
      if (information.getValue() > 0) {
        return false;
      }
    }
    return true;
  }
}
