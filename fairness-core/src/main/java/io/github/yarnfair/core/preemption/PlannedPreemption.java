// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

/**
 * One task that has to end.
 *
 * @param task the task
 * @param gainingLeaf the leaf for which room is made
 * @param leavesIdle whether the task holds a resource that nothing else asks for
 */
public record PlannedPreemption(RunningTask task, int gainingLeaf, boolean leavesIdle) {}
