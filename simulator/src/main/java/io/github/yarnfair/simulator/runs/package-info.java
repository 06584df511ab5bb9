// SPDX-License-Identifier: Apache-2.0

/** The commands that run a workload: run, what-if and forecast. */
@NullMarked
package io.github.yarnfair.simulator.runs;

import org.jspecify.annotations.NullMarked;
