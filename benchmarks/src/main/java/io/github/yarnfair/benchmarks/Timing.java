// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

/**
 * How long a cell is measured; each round starts a JVM of its own.
 *
 * @param warmMillis CPU time spent on the operation before
 * @param iterations that count
 * @param iterationMillis how long one takes, at least one operation
 * @param settleMillis the most that is spent on bringing the workload to where the rule keeps it
 * @param rounds how often the whole table is measured
 */
record Timing(int warmMillis, int iterations, int iterationMillis, int settleMillis, int rounds) {
  static final Timing QUICK = new Timing(300, 5, 80, 1_500, 1);
  static final Timing FULL = new Timing(1_000, 5, 200, 5_000, 2);
}
