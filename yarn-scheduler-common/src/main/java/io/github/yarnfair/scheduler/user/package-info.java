// SPDX-License-Identifier: Apache-2.0

/**
 * Users of a leaf queue whose share is divided among its users, and the most that each may hold.
 */
@NullMarked
package io.github.yarnfair.scheduler.user;

import org.jspecify.annotations.NullMarked;
