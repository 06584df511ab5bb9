// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

/**
 * A queue's part of one partition of the cluster: {@code
 * accessible-node-labels.<label>.capacity|maximum-capacity|maximum-am-resource-percent}.
 *
 * @param weight share of the partition relative to the siblings
 * @param maximum hard cap in the partition, relative to the parent's cap there
 * @param maximumMasterShare part of the queue's resources in the partition that application masters
 *     may take; at least 0
 */
public record PartitionCapacity(
    QueueWeight weight, QueueLimit maximum, double maximumMasterShare) {}
