// SPDX-License-Identifier: Apache-2.0

/** Tables of text. */
@NullMarked
package io.github.yarnfair.simulator.table;

import org.jspecify.annotations.NullMarked;
