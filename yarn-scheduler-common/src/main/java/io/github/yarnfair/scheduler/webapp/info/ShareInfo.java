// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/**
 * Usage, demand and ideal share of a queue or an application, for JSON and XML. Shares are
 * percentages of the cluster, as all numbers in CapacityScheduler's answer are.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class ShareInfo {
  private double dominantShare;
  private @Nullable String dominantResource;
  private @Nullable String dominantPartition;
  private double idealShare;
  private @Nullable ResourceInfo resourcesUsed;
  private @Nullable ResourceInfo resourcesUsedInAllPartitions;
  private @Nullable ResourceInfo resourcesReserved;
  private @Nullable ResourceInfo resourcesPending;
  private @Nullable ResourceInfo resourcesPendingInAllPartitions;

  /** For JAXB. */
  public ShareInfo() {}

  public ShareInfo(Share share) {
    dominantShare = 100 * share.dominant();
    dominantResource = share.dominantResource();
    dominantPartition = share.dominantPartition();
    idealShare = 100 * share.ideal();
    resourcesUsed = new ResourceInfo(share.used());
    resourcesUsedInAllPartitions = new ResourceInfo(share.usedInAll());
    resourcesReserved = new ResourceInfo(share.reserved());
    resourcesPending = new ResourceInfo(share.pending());
    resourcesPendingInAllPartitions = new ResourceInfo(share.pendingInAll());
  }
}
