// SPDX-License-Identifier: Apache-2.0

/** Application masters that call the scheduler, and how long their calls take. */
@NullMarked
package io.github.yarnfair.benchmarks.rm.master;

import org.jspecify.annotations.NullMarked;
