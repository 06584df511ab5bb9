// SPDX-License-Identifier: Apache-2.0

/**
 * YARN's queue metrics: changes are added up and flushed in batches under one lock, which takes the
 * cost out of the decision. The layer does not depend on queues; its inputs are names, users,
 * partitions and amounts.
 */
@NullMarked
package io.github.yarnfair.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
