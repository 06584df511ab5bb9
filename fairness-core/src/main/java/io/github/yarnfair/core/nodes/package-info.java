// SPDX-License-Identifier: Apache-2.0
/** The choice of a node for a task, where several nodes have room for it. */
@NullMarked
package io.github.yarnfair.core.nodes;

import org.jspecify.annotations.NullMarked;
