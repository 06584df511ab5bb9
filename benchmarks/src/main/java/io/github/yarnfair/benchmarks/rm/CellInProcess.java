/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.benchmarks.rm;

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
