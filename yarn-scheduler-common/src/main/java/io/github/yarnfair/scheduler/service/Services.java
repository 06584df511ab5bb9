// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.scheduler.activities.SchedulerActivities;
import io.github.yarnfair.scheduler.admission.QueueExpiry;
import io.github.yarnfair.scheduler.balance.BalanceKeeper;
import io.github.yarnfair.scheduler.balance.BalanceService;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.function.IntSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfScheduler;

/** What a scheduler is composed of. */
public record Services(
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
    BalanceKeeper balanceKeeper) {

  /**
   * Composes a scheduler, without queues yet.
   *
   * @param scheduler is handed to YARN's placement rules and to the store of queues
   * @param yarn what YARN's scheduler class does
   * @param configuration the ResourceManager's
   */
  public static Services of(
      SchedulerRule rule,
      MutableConfScheduler scheduler,
      SharedState state,
      YarnOperations yarn,
      SchedulerActivities activities,
      Configuration configuration) {
    boolean usePortForNodeName =
        configuration.getBoolean(
            YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_USE_PORT_FOR_NODE_NAME);
    QueueService queues =
        new QueueService(rule, scheduler, state, new QueueAccess(configuration), yarn::preempts);
    ClusterCapacity cluster = new ClusterCapacity(state, queues);
    StartService starts = new StartService(state, queues, cluster);
    ContainerService containers = new ContainerService(state, yarn, starts);
    QueueExpiry expiry = new QueueExpiry();
    IntSupplier highestPriority = () -> scheduler.getMaxClusterLevelAppPriority().getPriority();
    ExplainService explain = new ExplainService(state, queues, cluster, starts, highestPriority);
    // Without forecasts of starts: they are too expensive for diagnostics.
    ExplainService brief = new ExplainService(state, queues, cluster, null, highestPriority);
    BalanceService balances = balances(configuration, state, queues);
    return new Services(
        state,
        queues,
        cluster,
        containers,
        new AllocationService(state, yarn, containers),
        new NodeService(state, queues, cluster, containers, activities, usePortForNodeName),
        new ApplicationService(
            state, queues, cluster, containers, starts, expiry, mostFailures(configuration)),
        new PreemptionService(state, queues, cluster, containers, starts),
        new WhatIfService(rule, state, queues, cluster, balances),
        starts,
        new HistoryService(state, cluster),
        expiry,
        explain,
        new DiagnosticsService(state, cluster, brief.explainer(), explain.explainer()),
        new RecordingService(rule, state, queues),
        balances,
        new BalanceKeeper(balances, configuration, starts::longDuration));
  }

  private static BalanceService balances(
      Configuration configuration, SharedState state, QueueService queues) {
    return new BalanceService(
        state.writeLock(),
        state.clock(),
        configuration.get(YarnConfiguration.RM_CLUSTER_ID, YarnConfiguration.DEFAULT_RM_CLUSTER_ID),
        queues::tree,
        () -> queues.sources().balance());
  }

  /** Returns how often constraints that YARN cannot evaluate are evaluated. */
  private static int mostFailures(Configuration configuration) {
    return configuration.getInt(
        YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_RETRY_ATTEMPTS,
        YarnConfiguration.DEFAULT_RM_PLACEMENT_CONSTRAINTS_RETRY_ATTEMPTS);
  }
}
