// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.key.QueueValues;
import org.apache.hadoop.yarn.api.records.QueueState;

/**
 * The settings that a queue inherits unless it sets its own.
 *
 * @param state whether it takes applications
 * @param values of the plain keys
 * @param lifetime how long its applications may last
 * @param allocation the most that one container may have
 * @param labels which partitions the queue may use, and its part of each
 * @param userWeights the weights of those users that have one of their own
 */
record Inherited(
    QueueState state,
    QueueValues values,
    ApplicationLifetime lifetime,
    AllocationLimit allocation,
    QueueLabels labels,
    UserWeights userWeights) {
  /** The settings that root inherits. */
  static final Inherited DEFAULT =
      new Inherited(
          QueueState.RUNNING,
          QueueValues.DEFAULTS,
          ApplicationLifetime.UNLIMITED,
          AllocationLimit.NONE,
          QueueLabels.OF_ROOT,
          UserWeights.NONE);
}
