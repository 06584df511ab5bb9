// SPDX-License-Identifier: Apache-2.0

/**
 * What the children of a queue are rated by for each set of demand classes that an offer may serve,
 * as far as such sets have occurred.
 */
@NullMarked
package io.github.yarnfair.core.incremental.set;

import org.jspecify.annotations.NullMarked;
