// SPDX-License-Identifier: Apache-2.0
/**
 * Balances of queues in a ResourceManager: their options, epochs, and the store that keeps them
 * over a restart.
 */
@NullMarked
package io.github.yarnfair.scheduler.balance;

import org.jspecify.annotations.NullMarked;
