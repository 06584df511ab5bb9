// SPDX-License-Identifier: Apache-2.0

/**
 * The queues, applications and shares as they are, for all that reads them without deciding: pages,
 * REST, explanations, forecasts, history. One reader copies them in short slices of the scheduler's
 * lock; what is computed from the copy needs no lock.
 */
@NullMarked
package io.github.yarnfair.scheduler.snapshot;

import org.jspecify.annotations.NullMarked;
