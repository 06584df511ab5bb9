// SPDX-License-Identifier: Apache-2.0

/**
 * The distinct demand vectors of a share tree as numbered classes, and what follows from them:
 * which are pending below a node, which fit an offer, of which kind a leaf is. With the compact
 * sets, arrays and tournaments in which that is kept.
 */
@NullMarked
package io.github.yarnfair.core.incremental.demand;

import org.jspecify.annotations.NullMarked;
