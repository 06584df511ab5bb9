// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.admission.QueueExpiry;
import io.github.yarnfair.scheduler.balance.BalanceKeeper;
import io.github.yarnfair.scheduler.balance.BalanceService;

/** What a scheduler is composed of. */
record Services(
    SharedState state,
    QueueService queues,
    ClusterCapacity cluster,
    ContainerService containers,
    AllocationService allocation,
    NodeService nodes,
    ApplicationService applications,
    PreemptionService preemption,
    WhatIfService whatIf,
    StartService starts,
    HistoryService history,
    QueueExpiry expiry,
    ExplainService explain,
    DiagnosticsService diagnostics,
    RecordingService recording,
    BalanceService balances,
    BalanceKeeper balanceKeeper) {}
