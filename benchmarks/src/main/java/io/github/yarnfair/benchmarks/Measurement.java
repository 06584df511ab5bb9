// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

/**
 * The result of a cell, over all iterations of all rounds.
 *
 * @param cpuNanos CPU time per operation, the median: what others do on the machine is not in it
 * @param spread the distance between the quartiles of these times, as a part of the median
 * @param wallNanos time per operation as JMH measures it, the median
 * @param bytes allocated per operation
 * @param workload what the workload was like
 */
record Measurement(
    double cpuNanos, double spread, double wallNanos, double bytes, WorkloadFigures workload) {}
