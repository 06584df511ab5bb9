// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableGaugeFloat;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * Gauges of a queue's deficit, and of the factor on its weight. They exist from the first sample on
 * at which shares have a memory.
 */
final class BalanceGauges {
  private static final double SECONDS_PER_HOUR = 3600;

  /** The resource types after memory and vcores have a gauge by name. */
  private static final int FIRST_NAMED = 2;

  private final MutableGaugeFloat[] behind;
  private final MutableGaugeFloat factor;

  BalanceGauges(MetricsRegistry registry) {
    ResourceInformation[] types = ResourceUtils.getResourceTypesArray();
    behind = new MutableGaugeFloat[ResourceUtils.getNumberOfCountableResourceTypes()];
    for (int j = 0; j < behind.length; j++) {
      behind[j] =
          registry.newGauge(
              name(j, types[j].getName()),
              "How much less than its part the queue held, in hours; below 0 for more",
              0f);
    }
    factor = registry.newGauge("BalanceFactor", "By what its balance multiplies the weight", 1f);
  }

  private static String name(int type, String name) {
    if (type >= FIRST_NAMED) {
      return "BehindHours." + name;
    }
    return type == 0 ? "BehindMBHours" : "BehindVCoreHours";
  }

  /**
   * Sets all gauges.
   *
   * @param seconds balances by resource type, in amounts times seconds, above 0 for what is ahead
   */
  void update(double[] seconds, double weighsTimes) {
    for (int j = 0; j < behind.length; j++) {
      behind[j].set((float) (0.0 - seconds[j] / SECONDS_PER_HOUR));
    }
    factor.set((float) weighsTimes);
  }
}
