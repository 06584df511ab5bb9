// SPDX-License-Identifier: Apache-2.0

/**
 * Rules that the policies are compared with: those of other schedulers, and steps that the papers
 * reject.
 */
@NullMarked
package io.github.yarnfair.simulator.baseline;

import org.jspecify.annotations.NullMarked;
