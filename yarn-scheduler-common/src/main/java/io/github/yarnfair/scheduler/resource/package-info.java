// SPDX-License-Identifier: Apache-2.0

/**
 * Amounts of resources as vectors of {@code long}, one component per resource type, and the shapes
 * of the registered nodes. The lowest layer: it depends on nothing else of this project but the
 * core.
 */
@NullMarked
package io.github.yarnfair.scheduler.resource;

import org.jspecify.annotations.NullMarked;
