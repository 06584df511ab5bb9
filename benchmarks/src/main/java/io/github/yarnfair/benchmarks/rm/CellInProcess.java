// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.rm.master.MasterThreads;

/** Measures a cell in this thread, so that a profiler sees nothing else. */
final class CellInProcess {
  private final BenchSettings settings;
  private final Effort effort;

  CellInProcess(BenchSettings settings, Effort effort) {
    this.settings = settings;
    this.effort = effort;
  }

  /**
   * Boots a scheduler and measures it.
   *
   * @throws Exception if the scheduler does not start
   */
  BenchResult measure(BenchScheduler scheduler, ClusterCell cell) throws Exception {
    try (SaturatedCluster cluster =
        new SaturatedCluster(
            scheduler,
            new ClusterWorkload(cell, settings.seed(), settings.gpus()),
            settings.seed(),
            settings.options())) {
      return settings.isContended()
          ? new BenchResult(scheduler.label(), cell.toString(), null, contended(cluster))
          : new BenchResult(
              scheduler.label(),
              cell.toString(),
              new CellMeasurement(cluster, effort).measure(),
              null);
    }
  }

  private ContendedFigures contended(SaturatedCluster cluster) throws InterruptedException {
    MasterThreads masters = cluster.masterThreads(settings.masters(), settings.intervalMillis());
    return new ContendedMeasurement(cluster, effort, masters).measure();
  }
}
