// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import io.github.yarnfair.core.ideal.IdealShare;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableGaugeFloat;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * Gauges of a queue's usage, ideal usage and longest wait, beside YARN's own. They are set from the
 * last sample of the history.
 */
final class ShareGauges {
  /** The resource types after memory and vcores have a gauge by name. */
  private static final int FIRST_NAMED = 2;

  private final MutableGaugeFloat held;
  private final MutableGaugeFloat ideal;
  private final MutableGaugeLong[] idealAmounts;
  private final MutableGaugeLong oldestWait;

  ShareGauges(MetricsRegistry registry) {
    held = registry.newGauge("DominantShare", "Dominant share, a fraction of the cluster", 0f);
    ideal =
        registry.newGauge(
            "IdealShare",
            "Ideal dominant share by " + IdealShare.RULE + ", a fraction of the cluster",
            0f);
    ResourceInformation[] types = ResourceUtils.getResourceTypesArray();
    idealAmounts = new MutableGaugeLong[ResourceUtils.getNumberOfCountableResourceTypes()];
    for (int j = 0; j < idealAmounts.length; j++) {
      idealAmounts[j] =
          registry.newGauge(name(j, types[j].getName()), "Ideal amount by " + IdealShare.RULE, 0L);
    }
    oldestWait =
        registry.newGauge(
            "OldestWaitSeconds",
            "Longest that an application which wants more has received nothing, in seconds",
            0L);
  }

  private static String name(int type, String name) {
    if (type >= FIRST_NAMED) {
      return "IdealCapacity." + name;
    }
    return type == 0 ? "IdealMB" : "IdealVCores";
  }

  /** Sets all gauges. */
  void update(double heldShare, double idealShare, long[] amounts, long seconds) {
    held.set((float) heldShare);
    ideal.set((float) idealShare);
    for (int j = 0; j < idealAmounts.length; j++) {
      idealAmounts[j].set(amounts[j]);
    }
    oldestWait.set(seconds);
  }
}
