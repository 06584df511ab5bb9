// SPDX-License-Identifier: Apache-2.0

/**
 * CapacityScheduler's answer about queues over REST, field for field, for clients that know no
 * other.
 */
@NullMarked
package io.github.yarnfair.scheduler.webapp.capacity;

import org.jspecify.annotations.NullMarked;
