// SPDX-License-Identifier: Apache-2.0

/**
 * The UDRF allocation of divisible jobs, in exact fractions, for simulations and tests. It needs
 * the Commons Math library on the class path, which a scheduler's jar does not contain: no
 * scheduler computes it.
 */
@NullMarked
package io.github.yarnfair.simulator.udrf;

import org.jspecify.annotations.NullMarked;
