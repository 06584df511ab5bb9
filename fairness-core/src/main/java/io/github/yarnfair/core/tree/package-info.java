// SPDX-License-Identifier: Apache-2.0

/**
 * The share tree: queues and leaves with weights, limits, usage and demand, and the offers that are
 * divided among them. It knows no policy.
 */
@NullMarked
package io.github.yarnfair.core.tree;

import org.jspecify.annotations.NullMarked;
