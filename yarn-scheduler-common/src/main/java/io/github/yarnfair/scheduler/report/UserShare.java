// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * A user with applications in a leaf queue whose share is divided among its users. Resources must
 * not be changed.
 *
 * @param name the user
 * @param weight among the queue's users, as configured
 * @param limit the most that the user may hold, but for the last container; the cluster's total
 *     where nothing limits it
 * @param limitFraction largest part of any resource of the cluster that is
 * @param activeApplications number of applications that may run or do
 * @param pendingApplications number of those that wait for room for their masters
 * @param masterUsed what the masters of the active ones hold, in the partition without a label
 * @param balance in a sentence what the user held more or less than its part in the past; null if
 *     shares have no memory
 * @param share usage, demand and ideal share of all of them
 * @param partitions the same by machine class, in the order of their numbers; empty if there is one
 */
public record UserShare(
    String name,
    double weight,
    Resource limit,
    double limitFraction,
    int activeApplications,
    int pendingApplications,
    Resource masterUsed,
    @Nullable String balance,
    Share share,
    List<PartitionShare> partitions) {

  public UserShare {
    partitions = List.copyOf(partitions);
  }
}
