// SPDX-License-Identifier: Apache-2.0

/**
 * The cost of a decision in a ResourceManager: a saturated cluster under any YARN scheduler, and
 * tables of CPU time, allocation and shares.
 */
@NullMarked
package io.github.yarnfair.benchmarks.rm;

import org.jspecify.annotations.NullMarked;
