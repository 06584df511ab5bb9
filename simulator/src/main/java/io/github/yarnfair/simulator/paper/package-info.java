// SPDX-License-Identifier: Apache-2.0

/** Experiments of the papers, with jobs of their own. */
@NullMarked
package io.github.yarnfair.simulator.paper;

import org.jspecify.annotations.NullMarked;
