// SPDX-License-Identifier: Apache-2.0

/**
 * The cost of a decision: a workload like a saturated cluster's, driven through every policy's
 * selection under JMH, and the tables made of it.
 */
@NullMarked
package io.github.yarnfair.benchmarks;

import org.jspecify.annotations.NullMarked;
