// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import java.util.Map;

/**
 * The settings of all cells of a run.
 *
 * @param seed of the workload
 * @param quick whether cells are measured for a shorter time
 * @param gpus whether some applications want GPUs
 * @param masters how many masters call from threads; 0 if cells are measured without
 * @param intervalMillis between two calls of such a master
 * @param options keys of the ResourceManager's configuration
 */
record BenchSettings(
    long seed,
    boolean quick,
    boolean gpus,
    int masters,
    long intervalMillis,
    Map<String, String> options) {

  Effort effort() {
    return quick ? Effort.QUICK : Effort.FULL;
  }

  boolean isContended() {
    return masters > 0;
  }
}
