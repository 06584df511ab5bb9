// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.report.PartitionShare;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/**
 * A queue, or a user of one, in one partition, for JSON and XML. Fields that CapacityScheduler has
 * too are named and counted as there; shares are percentages of the partition.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class PartitionShareInfo {
  private @Nullable String partitionName;
  private double weight;
  private double capacity;
  private double absoluteCapacity;
  private double absoluteUsedCapacity;
  private double absoluteMaxCapacity;
  private double dominantShare;
  private @Nullable Double idealShare;
  private @Nullable ResourceInfo maxEffectiveCapacity;
  private @Nullable ResourceInfo resourcesTotal;
  private @Nullable ResourceInfo resourcesUsed;
  private @Nullable ResourceInfo resourcesReserved;
  private @Nullable ResourceInfo resourcesPending;
  private @Nullable ResourceInfo amLimit;
  private @Nullable ResourceInfo amUsed;

  /** For JAXB. */
  public PartitionShareInfo() {}

  PartitionShareInfo(PartitionShare share) {
    Double ideal = share.ideal();
    partitionName = share.name();
    weight = share.weight();
    capacity = 100 * share.entitledFraction();
    absoluteCapacity = 100 * share.entitledFractionOfClass();
    absoluteUsedCapacity = 100 * share.dominant();
    absoluteMaxCapacity = 100 * share.limitFraction();
    dominantShare = 100 * share.dominant();
    idealShare = ideal == null ? null : 100 * ideal;
    maxEffectiveCapacity = new ResourceInfo(share.limit());
    resourcesTotal = new ResourceInfo(share.total());
    resourcesUsed = new ResourceInfo(share.used());
    resourcesReserved = new ResourceInfo(share.reserved());
    resourcesPending = new ResourceInfo(share.pending());
    amLimit = info(share.masterLimit());
    amUsed = info(share.masterUsed());
  }

  private static @Nullable ResourceInfo info(@Nullable Resource resource) {
    return resource == null ? null : new ResourceInfo(resource);
  }
}
