// SPDX-License-Identifier: Apache-2.0

/** The work that every scheduler has to do, as a scheduler of its own. */
@NullMarked
package io.github.yarnfair.benchmarks.rm.floor;

import org.jspecify.annotations.NullMarked;
