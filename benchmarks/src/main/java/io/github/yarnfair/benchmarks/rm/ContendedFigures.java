// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.Statistics;
import java.util.List;

/**
 * The wall time of heartbeats, in microseconds, with masters calling {@code allocate} from threads
 * and without.
 *
 * @param p50Alone while no master calls
 * @param p99Alone while no master calls
 * @param p50 while masters call
 * @param p99 while masters call
 * @param callsPerSecond of the masters, as many as there were
 */
record ContendedFigures(
    double p50Alone, double p99Alone, double p50, double p99, double callsPerSecond) {

  /** Returns the median of each figure over measurements of one cell in several JVMs. */
  static ContendedFigures median(List<ContendedFigures> all) {
    return new ContendedFigures(
        Statistics.median(all, ContendedFigures::p50Alone),
        Statistics.median(all, ContendedFigures::p99Alone),
        Statistics.median(all, ContendedFigures::p50),
        Statistics.median(all, ContendedFigures::p99),
        Statistics.median(all, ContendedFigures::callsPerSecond));
  }
}
