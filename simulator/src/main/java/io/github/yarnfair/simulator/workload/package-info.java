// SPDX-License-Identifier: Apache-2.0

/** Reads nodes, jobs and the queues that jobs are for, in the formats of several traces. */
@NullMarked
package io.github.yarnfair.simulator.workload;

import org.jspecify.annotations.NullMarked;
