// SPDX-License-Identifier: Apache-2.0
/**
 * Fairness with memory: what each queue held more or less than its part in the past, decayed, and
 * the weights that give it back.
 *
 * <p>{@link io.github.yarnfair.core.balance.Balances} follows one share tree. The past changes the
 * weights of queues and nothing else; limits, selections and preemption are as without it.
 */
@NullMarked
package io.github.yarnfair.core.balance;

import org.jspecify.annotations.NullMarked;
