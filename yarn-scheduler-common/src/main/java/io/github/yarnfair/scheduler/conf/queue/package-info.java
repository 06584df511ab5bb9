// SPDX-License-Identifier: Apache-2.0

/**
 * The queues of a {@code capacity-scheduler.xml} as an immutable model: the syntax of their keys,
 * the tree that they form, and the queues that are created below them.
 */
@NullMarked
package io.github.yarnfair.scheduler.conf.queue;

import org.jspecify.annotations.NullMarked;
