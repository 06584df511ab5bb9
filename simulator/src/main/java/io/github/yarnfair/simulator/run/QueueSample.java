// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

/**
 * Usage and demand of a queue at one moment.
 *
 * @param queue full path
 * @param held dominant share of the queue's usage, 0 to 1
 * @param ideal dominant share that the policy gives the queue for its present tasks, taken as
 *     divisible, 0 to 1
 * @param pendingTasks tasks that wait
 */
public record QueueSample(String queue, double held, double ideal, long pendingTasks) {}
