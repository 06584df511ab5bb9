// SPDX-License-Identifier: Apache-2.0

/**
 * Leaves with the same kind of task as one pool of their queue: what it holds is divided fairly
 * among them up to a level, which follows each change of a leaf in O(log n).
 */
@NullMarked
package io.github.yarnfair.core.incremental.pool;

import org.jspecify.annotations.NullMarked;
