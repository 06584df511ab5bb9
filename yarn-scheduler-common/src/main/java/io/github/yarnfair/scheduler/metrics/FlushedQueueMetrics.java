// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.jspecify.annotations.Nullable;

/**
 * YARN's metrics of a queue. A getter flushes the pending changes first, unless the figure is one
 * of the {@link RootTotals}.
 */
abstract class FlushedQueueMetrics extends GuardedQueueMetrics {
  private final boolean isRoot;
  private final RootTotals totals;

  /**
   * @param above the metrics of the parent; null for root
   */
  FlushedQueueMetrics(
      MetricsSystem system,
      String path,
      @Nullable Queue parent,
      Configuration conf,
      @Nullable FlushedQueueMetrics above) {
    super(system, path, parent, conf);
    isRoot = above == null;
    totals = above == null ? new RootTotals() : above.totals;
  }

  /** Returns the totals of the tree that the queue is in. */
  final RootTotals totals() {
    return totals;
  }

  /** Returns the sum of the registered nodes; null before the first one, and but for the root. */
  final @Nullable Resource registered() {
    return isRoot ? totals.registered() : null;
  }

  /** Brings the metrics up to date. */
  abstract void flush();

  /** Returns the containers' resources without the unflushed changes. */
  final Resource allocatedBeforeFlush() {
    return super.getAllocatedResources();
  }

  @Override
  public Resource getAllocatedResources() {
    flush();
    return super.getAllocatedResources();
  }

  @Override
  public Resource getAvailableResources() {
    flush();
    return super.getAvailableResources();
  }

  @Override
  public Resource getPendingResources() {
    flush();
    return super.getPendingResources();
  }

  @Override
  public long getAllocatedMB() {
    flush();
    return super.getAllocatedMB();
  }

  @Override
  public int getAllocatedVirtualCores() {
    if (isRoot) {
      return totals.allocatedVcores();
    }
    flush();
    return super.getAllocatedVirtualCores();
  }

  @Override
  public int getAllocatedContainers() {
    flush();
    return super.getAllocatedContainers();
  }

  @Override
  public long getAvailableMB() {
    flush();
    return super.getAvailableMB();
  }

  @Override
  public int getAvailableVirtualCores() {
    Resource nodes = registered();
    if (nodes != null) {
      return nodes.getVirtualCores() - totals.allocatedVcores();
    }
    flush();
    return super.getAvailableVirtualCores();
  }

  @Override
  public long getPendingMB() {
    flush();
    return super.getPendingMB();
  }

  @Override
  public int getPendingVirtualCores() {
    flush();
    return super.getPendingVirtualCores();
  }

  @Override
  public int getPendingContainers() {
    if (isRoot) {
      return totals.pendingContainers();
    }
    flush();
    return super.getPendingContainers();
  }

  @Override
  public long getAggregateAllocatedContainers() {
    flush();
    return super.getAggregateAllocatedContainers();
  }

  @Override
  public long getAggegatedReleasedContainers() {
    flush();
    return super.getAggegatedReleasedContainers();
  }

  @Override
  public Resource getReservedResources() {
    flush();
    return super.getReservedResources();
  }

  @Override
  public long getReservedMB() {
    flush();
    return super.getReservedMB();
  }

  @Override
  public int getReservedVirtualCores() {
    flush();
    return super.getReservedVirtualCores();
  }

  @Override
  public int getReservedContainers() {
    flush();
    return super.getReservedContainers();
  }

  @Override
  public long getAggregateNodeLocalContainersAllocated() {
    flush();
    return super.getAggregateNodeLocalContainersAllocated();
  }

  @Override
  public long getAggregateRackLocalContainersAllocated() {
    flush();
    return super.getAggregateRackLocalContainersAllocated();
  }

  @Override
  public long getAggregateOffSwitchContainersAllocated() {
    flush();
    return super.getAggregateOffSwitchContainersAllocated();
  }
}
