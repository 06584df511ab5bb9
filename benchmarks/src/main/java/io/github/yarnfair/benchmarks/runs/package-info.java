// SPDX-License-Identifier: Apache-2.0

/** What a run of the simulator takes. */
@NullMarked
package io.github.yarnfair.benchmarks.runs;

import org.jspecify.annotations.NullMarked;
