// SPDX-License-Identifier: Apache-2.0
/**
 * The exact DRFH allocation of divisible tasks, for simulations and tests. It needs the ojAlgo
 * library on the class path, which a scheduler's jar does not contain: no scheduler computes it.
 */
@NullMarked
package io.github.yarnfair.simulator.drfh;

import org.jspecify.annotations.NullMarked;
