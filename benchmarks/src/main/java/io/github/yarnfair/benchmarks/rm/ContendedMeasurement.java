// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.Statistics;
import io.github.yarnfair.benchmarks.rm.master.MasterThreads;
import java.util.ArrayList;
import java.util.List;

/** Measures heartbeats with and without masters that call at the same time, by turns. */
final class ContendedMeasurement {
  private final SaturatedCluster cluster;
  private final Effort effort;
  private final MasterThreads masters;

  ContendedMeasurement(SaturatedCluster cluster, Effort effort, MasterThreads masters) {
    this.cluster = cluster;
    this.effort = effort;
    this.masters = masters;
  }

  /** Fills the cluster and measures. */
  ContendedFigures measure() throws InterruptedException {
    cluster.fill();
    decide(effort.warmUp(), new ArrayList<>());
    List<double[]> alone = new ArrayList<>();
    List<double[]> contended = new ArrayList<>();
    double seconds = 0.0;
    for (int round = 0; round < effort.rounds(); round++) {
      decide(effort.round(), alone);
      masters.start();
      seconds += decide(effort.round(), contended) / 1e6;
      masters.stop();
    }
    return new ContendedFigures(
        micros(alone, 0.5),
        micros(alone, 0.99),
        micros(contended, 0.5),
        micros(contended, 0.99),
        masters.calls() / seconds);
  }

  private double decide(double cpuMicros, List<double[]> times) {
    Meter meter = new Meter();
    cluster.times().forget();
    while (meter.cpuMicros() < cpuMicros) {
      cluster.decide();
    }
    double wall = meter.wallMicros();
    times.add(cluster.times().heartbeats());
    return wall;
  }

  /** Returns the median over the rounds of each round's quantile. */
  private static double micros(List<double[]> rounds, double part) {
    return Statistics.median(rounds, times -> Statistics.quantile(times, part)) / 1e3;
  }
}
