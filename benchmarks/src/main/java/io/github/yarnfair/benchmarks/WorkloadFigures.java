// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

/**
 * Figures of a workload at the beginning of the measurement.
 *
 * @param tasks how many tasks run
 * @param nodes how many machines there are
 * @param churned decisions since it was filled, per running task
 * @param picks how often the selection is asked in a decision, on average
 * @param fittingSets how many different sets of demand kinds fit the offers observed
 * @param changed the part of the offers for which that set was not the one of the offer before
 */
public record WorkloadFigures(
    int tasks, int nodes, double churned, double picks, int fittingSets, double changed) {}
