// SPDX-License-Identifier: Apache-2.0

/** Runs a workload under a rule and a node choice, event by event, and measures what comes out. */
@NullMarked
package io.github.yarnfair.simulator.engine;

import org.jspecify.annotations.NullMarked;
