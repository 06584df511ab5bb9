// SPDX-License-Identifier: Apache-2.0

/**
 * How the share tree learns what attempts ask for: an inbox that masters' threads fill and the
 * scheduler empties, and the check that some node could hold what is asked for.
 */
@NullMarked
package io.github.yarnfair.scheduler.demand;

import org.jspecify.annotations.NullMarked;
