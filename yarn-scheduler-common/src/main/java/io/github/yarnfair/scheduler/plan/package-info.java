// SPDX-License-Identifier: Apache-2.0
/**
 * What another configuration, other nodes or another application would change: ideal shares on a
 * copy of the scheduler's state, and nothing of it in force.
 */
@NullMarked
package io.github.yarnfair.scheduler.plan;

import org.jspecify.annotations.NullMarked;
