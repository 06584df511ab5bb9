// SPDX-License-Identifier: Apache-2.0

/** Audits: recompute the scheduler's state from YARN's records and report each difference. */
@NullMarked
package io.github.yarnfair.scheduler.audit;

import org.jspecify.annotations.NullMarked;
