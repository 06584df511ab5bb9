// SPDX-License-Identifier: Apache-2.0

/**
 * The scheduler's state: queues, applications, attempts and their requests, nodes, reservations,
 * and the ledger that updates the share tree of {@code io.github.yarnfair.core} with them. All of
 * it is written under the scheduler's write lock, except where a class states another rule.
 */
@NullMarked
package io.github.yarnfair.scheduler.model;

import org.jspecify.annotations.NullMarked;
