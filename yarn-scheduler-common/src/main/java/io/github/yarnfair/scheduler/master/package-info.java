// SPDX-License-Identifier: Apache-2.0

/**
 * Application masters of a leaf queue: what they may take together and by user, which wait for
 * room, and in what order, under the scheduler's write lock; what the ResourceManager knows of an
 * attempt's master; and the notices of preemption that masters receive.
 */
@NullMarked
package io.github.yarnfair.scheduler.master;

import org.jspecify.annotations.NullMarked;
