// SPDX-License-Identifier: Apache-2.0

/**
 * Reservations of nodes, and gangs that wait for room: whose turn it is to collect, and what is
 * kept for them. Under the scheduler's write lock.
 */
@NullMarked
package io.github.yarnfair.scheduler.gang;

import org.jspecify.annotations.NullMarked;
