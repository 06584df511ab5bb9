// SPDX-License-Identifier: Apache-2.0
/**
 * Which running tasks have to end so that leaves and queues below their ideal share can be served:
 * a plan over numbers, computed on a copy of the share tree, without side effects.
 */
@NullMarked
package io.github.yarnfair.core.preemption;

import org.jspecify.annotations.NullMarked;
