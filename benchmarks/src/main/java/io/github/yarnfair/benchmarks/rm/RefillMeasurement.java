// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.Statistics;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how fast a cluster that has become free is filled again. What fills it from empty the
 * first time is code that is not compiled yet, and that is not what a ResourceManager runs.
 */
final class RefillMeasurement {
  /**
   * A cluster counts as full once a round of all nodes starts at most this part of the containers
   * that were started since it was empty. After that nearly all heartbeats are of full nodes; they
   * are measured separately.
   */
  static final double LAST_ROUND = 0.01;

  private final SaturatedCluster cluster;
  private final Meter meter = new Meter();
  private final List<Double> all = new ArrayList<>();
  private final List<Double> heartbeats = new ArrayList<>();

  RefillMeasurement(SaturatedCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Fills the cluster again and again, once at least for each of the two times.
   *
   * @param warmUp CPU time in microseconds before it is measured
   * @param measured likewise, while it is
   */
  void measure(double warmUp, double measured) {
    refill(warmUp);
    all.clear();
    heartbeats.clear();
    refill(measured);
  }

  private void refill(double cpuMicros) {
    double spent = 0;
    do {
      cluster.drain();
      cluster.times().forget();
      long before = cluster.given();
      meter.restart();
      cluster.fill(LAST_ROUND);
      double cpu = meter.cpuMicros();
      double perMicro = (cluster.given() - before) / cpu;
      all.add(1e6 * perMicro);
      heartbeats.add(1e6 * perMicro / cluster.times().heartbeatPart());
      spent += cpu;
    } while (spent < cpuMicros);
  }

  /** Returns the containers given per second of CPU time, median of the fillings. */
  double perSecond() {
    return median(all);
  }

  /** Returns the containers given per second of CPU time of heartbeats, likewise. */
  double perHeartbeatSecond() {
    return median(heartbeats);
  }

  private static double median(List<Double> values) {
    return Statistics.median(values, Double::doubleValue);
  }
}
