// SPDX-License-Identifier: Apache-2.0

/** Generated streams of jobs, and how near a rule keeps queues to their ideal shares. */
@NullMarked
package io.github.yarnfair.simulator.stream;

import org.jspecify.annotations.NullMarked;
