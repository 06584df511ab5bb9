// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

/**
 * How long a cell is measured, in microseconds of CPU time.
 *
 * @param warmUp before anything is measured, at least
 * @param longestWarmUp after which measuring begins though code is still being compiled
 * @param round the least of one round
 * @param rounds of which the median is taken
 * @param registrations of nodes and of applications, each
 * @param refillWarmUp of filling again, before that is measured
 * @param refill the least of all that is measured of it
 */
record Effort(
    double warmUp,
    double longestWarmUp,
    double round,
    int rounds,
    int registrations,
    double refillWarmUp,
    double refill) {
  static final Effort FULL = new Effort(8e6, 32e6, 0.4e6, 11, 30, 5e6, 2e6);
  static final Effort QUICK = new Effort(5e6, 20e6, 0.2e6, 9, 15, 2e6, 1e6);

  /** For tests: enough to see that it works. */
  static final Effort SHORT = new Effort(0.3e6, 0.3e6, 0.05e6, 3, 3, 0.05e6, 0.05e6);
}
