// SPDX-License-Identifier: Apache-2.0

/**
 * Which containers have to end for entitled applications: the copy that a round makes under the
 * lock, and the warnings of masters. The plan itself is made in {@code
 * io.github.yarnfair.core.preemption}.
 */
@NullMarked
package io.github.yarnfair.scheduler.preemption;

import org.jspecify.annotations.NullMarked;
