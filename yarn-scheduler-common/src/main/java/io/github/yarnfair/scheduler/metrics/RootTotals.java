// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.thirdparty.com.google.common.primitives.Ints;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Totals over all queues, without a partition, that YARN reads in each call of an application
 * master for its {@code EnhancedHeadroom}. They are counted with each change: a flush for each of
 * these calls would undo what batches save. Any thread.
 */
final class RootTotals {
  private final LongAdder allocatedVcores = new LongAdder();
  private final LongAdder pendingContainers = new LongAdder();
  private volatile @Nullable Resource registered;

  /**
   * @param containers negative if they are released
   */
  void allocate(@Nullable String partition, long containers, Resource each) {
    if (isCounted(partition)) {
      allocatedVcores.add(containers * each.getVirtualCores());
    }
  }

  /**
   * @param containers negative if they are no longer asked for
   */
  void ask(@Nullable String partition, long containers) {
    if (isCounted(partition)) {
      pendingContainers.add(containers);
    }
  }

  private static boolean isCounted(@Nullable String partition) {
    return partition == null || partition.equals(RMNodeLabelsManager.NO_LABEL);
  }

  void setRegistered(Resource nodes) {
    registered = Resources.clone(nodes);
  }

  /** Returns the sum of the registered nodes; null before the first one. */
  @Nullable Resource registered() {
    return registered;
  }

  int allocatedVcores() {
    return Ints.saturatedCast(allocatedVcores.sum());
  }

  int pendingContainers() {
    return Ints.saturatedCast(pendingContainers.sum());
  }
}
