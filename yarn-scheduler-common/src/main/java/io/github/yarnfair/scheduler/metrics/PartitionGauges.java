// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import io.github.yarnfair.core.ideal.IdealShare;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableGaugeFloat;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of a queue's usage, ideal usage and guarantee in one partition, under the names of the
 * queue's own gauges. Shares are set once the history has a sample, ideal ones only where shares
 * are counted by partition.
 */
final class PartitionGauges {
  private final MetricsRegistry registry;
  private final MutableGaugeLong[] guaranteed;
  private @Nullable MutableGaugeFloat held;
  private @Nullable MutableGaugeFloat ideal;
  private MutableGaugeLong[] idealAmounts = {};

  PartitionGauges(MetricsRegistry registry) {
    this.registry = registry;
    guaranteed = byType("Guaranteed", "Guaranteed amount in the partition");
  }

  private MutableGaugeLong[] byType(String prefix, String description) {
    ResourceInformation[] types = ResourceUtils.getResourceTypesArray();
    MutableGaugeLong[] gauges =
        new MutableGaugeLong[ResourceUtils.getNumberOfCountableResourceTypes()];
    for (int j = 0; j < gauges.length; j++) {
      String name = j == 0 ? "MB" : j == 1 ? "VCores" : "Capacity." + types[j].getName();
      gauges[j] = registry.newGauge(prefix + name, description, 0L);
    }
    return gauges;
  }

  /** Sets what is guaranteed. */
  void guarantee(Resource amounts) {
    for (int j = 0; j < guaranteed.length; j++) {
      guaranteed[j].set(amounts.getResourceInformation(j).getValue());
    }
  }

  /**
   * Sets what is held and ideal.
   *
   * @param idealShare null where shares are counted over the whole cluster
   * @param amounts by resource type; null likewise
   */
  synchronized void shares(
      double heldShare, @Nullable Double idealShare, long @Nullable [] amounts) {
    if (held == null) {
      held = registry.newGauge("DominantShare", "Dominant share, a fraction of the partition", 0f);
    }
    held.set((float) heldShare);
    if (idealShare == null || amounts == null) {
      return;
    }
    if (ideal == null) {
      ideal =
          registry.newGauge(
              "IdealShare",
              "Ideal share by " + IdealShare.RULE + ", a fraction of the partition",
              0f);
      idealAmounts = byType("Ideal", "Ideal amount by " + IdealShare.RULE + " in the partition");
    }
    ideal.set(idealShare.floatValue());
    for (int j = 0; j < idealAmounts.length; j++) {
      idealAmounts[j].set(amounts[j]);
    }
  }
}
