// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.scheduler.balance.BalanceSettings;
import io.github.yarnfair.scheduler.conf.GangSettings;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.conf.HistorySettings;
import io.github.yarnfair.scheduler.conf.NodeChoiceSettings;
import io.github.yarnfair.scheduler.conf.OutlookSettings;
import io.github.yarnfair.scheduler.conf.RecordingOptions;
import io.github.yarnfair.scheduler.conf.RestType;
import io.github.yarnfair.scheduler.conf.ShareSettings;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementRule;

/**
 * What queues are built from: the queue file, and the options of the scheduler.
 *
 * @param maximumAllocation of a container, of each resource type
 * @param preempts whether containers are preempted
 * @param recordedText the queues as the text of a file, "" if nothing is recorded
 * @param policy returns new policies; reads nothing but memory
 */
public record QueueSources(
    QueueFile file,
    Configuration configuration,
    Resource maximumAllocation,
    HeadroomSettings headroom,
    NodeChoiceSettings choice,
    GangSettings gangs,
    ShareSettings shares,
    OutlookSettings outlook,
    boolean usersAreShares,
    RestType restType,
    RecordingOptions recording,
    HistorySettings history,
    BalanceSettings balance,
    List<PlacementRule> placementRules,
    boolean preempts,
    String recordedText,
    Supplier<FairnessPolicy> policy) {}
