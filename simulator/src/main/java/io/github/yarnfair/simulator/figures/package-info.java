// SPDX-License-Identifier: Apache-2.0

/** Runs a workload under contenders, and measures what comes out. */
@NullMarked
package io.github.yarnfair.simulator.figures;

import org.jspecify.annotations.NullMarked;
