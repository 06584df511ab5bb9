// SPDX-License-Identifier: Apache-2.0

/** Ideal shares and guarantees of a share tree: what each queue would hold of divisible tasks. */
@NullMarked
package io.github.yarnfair.core.ideal;

import org.jspecify.annotations.NullMarked;
