// SPDX-License-Identifier: Apache-2.0

/**
 * Capacities and maximum capacities of queues, as a queue file has them: percentages, weights,
 * amounts and vectors, and what siblings' capacities make of each other.
 */
@NullMarked
package io.github.yarnfair.scheduler.conf.capacity;

import org.jspecify.annotations.NullMarked;
