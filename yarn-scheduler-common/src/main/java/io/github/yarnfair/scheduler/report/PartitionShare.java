// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * A queue, or a user of a leaf queue, in one machine class: a partition of the cluster, or the
 * nodes with one value of an attribute. Resources must not be changed.
 *
 * @param name the node label or value; empty for the nodes without one
 * @param weight weight among the siblings
 * @param configured the capacity by which it has that weight, as a queue file has it; null for a
 *     user
 * @param entitledFraction part of the parent there that the queue is entitled to while all siblings
 *     have demand
 * @param entitledFractionOfClass the same as a part of all nodes of the class
 * @param limit the most that the queue may hold; all of the class where nothing limits it
 * @param limitFraction largest part of any resource of the class that the queue may hold
 * @param total what the nodes of the class have
 * @param used what the queue holds
 * @param reserved resources of its reservations, part of {@code pending}
 * @param pending resources of its pending requests that name the class
 * @param dominant largest part of any resource of the class that the queue holds
 * @param ideal the same of its ideal usage, in a division of all tasks that starts from an empty
 *     cluster; null if shares are measured over the whole cluster
 * @param masterLimit AM limit, null for a queue of queues, a user, and for classes by attribute
 * @param masterUsed what the active application masters hold, null for a queue of queues and for
 *     classes by attribute
 */
public record PartitionShare(
    String name,
    double weight,
    @Nullable String configured,
    double entitledFraction,
    double entitledFractionOfClass,
    Resource limit,
    double limitFraction,
    Resource total,
    Resource used,
    Resource reserved,
    Resource pending,
    double dominant,
    @Nullable Double ideal,
    @Nullable Resource masterLimit,
    @Nullable Resource masterUsed) {}
