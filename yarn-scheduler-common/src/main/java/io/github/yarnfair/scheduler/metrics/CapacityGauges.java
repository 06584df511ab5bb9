// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableGaugeFloat;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * Gauges of a queue's entitlement and limit, under the names that exporters know from
 * CapacityScheduler. Fractions are 0 to 1; used fractions exceed 1 beyond the entitlement.
 */
final class CapacityGauges {
  /** The resource types after memory and vcores have a gauge by name. */
  private static final int FIRST_NAMED = 2;

  private static final String GUARANTEED = "GuaranteedCapacity";
  private static final String MAXIMUM = "MaxCapacity";

  private final MutableGaugeLong guaranteedMb;
  private final MutableGaugeInt guaranteedVcores;
  private final MutableGaugeLong[] guaranteedOthers;
  private final MutableGaugeLong maximumMb;
  private final MutableGaugeInt maximumVcores;
  private final MutableGaugeLong[] maximumOthers;
  private final MutableGaugeLong masterLimitMb;
  private final MutableGaugeLong masterLimitVcores;
  private final MutableGaugeLong masterUsedMb;
  private final MutableGaugeLong masterUsedVcores;
  private final MutableGaugeFloat used;
  private final MutableGaugeFloat usedOfCluster;
  private final MutableGaugeFloat guaranteed;
  private final MutableGaugeFloat guaranteedOfCluster;
  private final MutableGaugeFloat maximum;
  private final MutableGaugeFloat maximumOfCluster;

  CapacityGauges(MetricsRegistry registry) {
    guaranteedMb = registry.newGauge("GuaranteedMB", "Guaranteed memory in MB", 0L);
    guaranteedVcores = registry.newGauge("GuaranteedVCores", "Guaranteed virtual cores", 0);
    guaranteedOthers = byType(registry, GUARANTEED);
    maximumMb = registry.newGauge("MaxCapacityMB", "Maximum memory in MB", 0L);
    maximumVcores = registry.newGauge("MaxCapacityVCores", "Maximum virtual cores", 0);
    maximumOthers = byType(registry, MAXIMUM);
    masterLimitMb = registry.newGauge("AMResourceLimitMB", "AM memory limit in MB", 0L);
    masterLimitVcores = registry.newGauge("AMResourceLimitVCores", "AM virtual core limit", 0L);
    masterUsedMb = registry.newGauge("UsedAMResourceMB", "Memory of AMs in MB", 0L);
    masterUsedVcores = registry.newGauge("UsedAMResourceVCores", "Virtual cores of AMs", 0L);
    used = registry.newGauge("UsedCapacity", "Used, relative to guaranteed", 0f);
    usedOfCluster = registry.newGauge("AbsoluteUsedCapacity", "Used fraction of the cluster", 0f);
    guaranteed = registry.newGauge(GUARANTEED, "Guaranteed fraction of the parent", 0f);
    guaranteedOfCluster =
        registry.newGauge("GuaranteedAbsoluteCapacity", "Guaranteed fraction of the cluster", 0f);
    maximum = registry.newGauge(MAXIMUM, "Maximum, as a fraction of the parent's", 0f);
    maximumOfCluster =
        registry.newGauge("MaxAbsoluteCapacity", "Maximum fraction of the cluster", 0f);
  }

  private static MutableGaugeLong[] byType(MetricsRegistry registry, String name) {
    ResourceInformation[] types = ResourceUtils.getResourceTypesArray();
    MutableGaugeLong[] gauges = new MutableGaugeLong[types.length];
    for (int j = FIRST_NAMED; j < types.length; j++) {
      String type = types[j].getName();
      gauges[j] = registry.newGauge(name + "." + type, name + " of " + type, 0L);
    }
    return gauges;
  }

  /** Sets all gauges. */
  void update(QueueCapacities capacities, ContainerSum held) {
    guaranteedMb.set(capacities.guaranteed().getMemorySize());
    guaranteedVcores.set(capacities.guaranteed().getVirtualCores());
    update(guaranteedOthers, capacities.guaranteed());
    maximumMb.set(capacities.maximum().getMemorySize());
    maximumVcores.set(capacities.maximum().getVirtualCores());
    update(maximumOthers, capacities.maximum());
    masterLimitMb.set(capacities.masterLimit().getMemorySize());
    masterLimitVcores.set(capacities.masterLimit().getVirtualCores());
    masterUsedMb.set(capacities.masterUsed().getMemorySize());
    masterUsedVcores.set(capacities.masterUsed().getVirtualCores());
    used.set((float) capacities.usedFraction(held));
    usedOfCluster.set((float) capacities.usedFractionOfCluster(held));
    guaranteed.set((float) capacities.fraction());
    guaranteedOfCluster.set((float) capacities.fractionOfCluster());
    maximum.set((float) capacities.maximumFraction());
    maximumOfCluster.set((float) capacities.maximumFractionOfCluster());
  }

  private static void update(MutableGaugeLong[] gauges, Resource amount) {
    for (int j = FIRST_NAMED; j < gauges.length; j++) {
      gauges[j].set(amount.getResourceInformation(j).getValue());
    }
  }
}
