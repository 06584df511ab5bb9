// SPDX-License-Identifier: Apache-2.0

/**
 * Pods of a real or synthetic trace on heterogeneous nodes, under H-DRF and each choice of nodes.
 */
@NullMarked
package io.github.yarnfair.simulator.trace;

import org.jspecify.annotations.NullMarked;
