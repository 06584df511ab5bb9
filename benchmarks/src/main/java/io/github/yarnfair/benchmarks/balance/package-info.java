// SPDX-License-Identifier: Apache-2.0
/** What balances of queues cost: an epoch under the lock, and a decision beside one without. */
@NullMarked
package io.github.yarnfair.benchmarks.balance;

import org.jspecify.annotations.NullMarked;
