// SPDX-License-Identifier: Apache-2.0

/**
 * Selections that follow a share tree change by change and decide along one path of it.
 *
 * <p>What fits an offer is answered by size through {@linkplain
 * io.github.yarnfair.core.incremental.demand.DemandClasses classes of distinct demand vectors}: an
 * offer, a queue's limit and what is pending below a node each become a set of classes, and whether
 * a node is blocked is whether the intersection of the three is empty.
 *
 * <p>Leaves with the same kind of task are pools of their queue: {@code LeafPools}, each a {@code
 * LeafPool} with the division of a {@code WaterLevel}.
 *
 * <p>{@link io.github.yarnfair.core.incremental.HdrfSelection} knows H-DRF's corrected rule, and
 * with it what it alone is made of: {@code LeafQueueState} with {@code ClassUsage}; {@code
 * ParentQueueState} with {@code RootKeys}, {@code KnownSets}, {@code SetUsage}, {@code SetSums},
 * {@code RatedChildren}, {@code SummedChildren} and {@code BlockedChildren}. {@link
 * io.github.yarnfair.core.incremental.KindSelection} serves each {@link
 * io.github.yarnfair.core.policy.KindPolicy} by the {@code KindRatings} of its form.
 */
@NullMarked
package io.github.yarnfair.core.incremental;

import org.jspecify.annotations.NullMarked;
