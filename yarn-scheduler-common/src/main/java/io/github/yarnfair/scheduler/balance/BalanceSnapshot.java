// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import java.util.List;

/**
 * All balances of a scheduler at a moment.
 *
 * @param cluster the id of the cluster
 * @param millis the time since 1970
 */
record BalanceSnapshot(String cluster, long millis, List<QueueBalance> queues) {}
