// SPDX-License-Identifier: Apache-2.0

/**
 * What applications ask for: requests, their groups, sizes and constraints, changes of containers,
 * the machine classes in which they may run, and the demand that they come to.
 */
@NullMarked
package io.github.yarnfair.scheduler.ask;

import org.jspecify.annotations.NullMarked;
