// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.Statistics;
import io.github.yarnfair.host.ReportingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/** Measures one cell in this thread. */
final class CellMeasurement {
  private static final int BATCH = 200;

  private final SaturatedCluster cluster;
  private final Effort effort;
  private final Meter meter = new Meter();
  private final List<Double> cpu = new ArrayList<>();
  private final List<Double> wall = new ArrayList<>();
  private final LeafShares shares;
  private long heartbeats;
  private long decisions;
  private double bytes;

  CellMeasurement(SaturatedCluster cluster, Effort effort) {
    this.cluster = cluster;
    this.effort = effort;
    shares = new LeafShares(cluster.workload());
  }

  /** Fills the cluster and measures everything. */
  CellFigures measure() {
    double fill = fill();
    warmUp();
    rounds();
    double[] times = cluster.times().heartbeats();
    double heartbeatPart = cluster.times().heartbeatPart();
    double heartbeatBytes = cluster.times().heartbeatBytes();
    int running = cluster.running().size();
    double utilization = cluster.utilization();
    double idle = idle();
    double single = repeated(i -> {});
    double addApplication = applications() - single;
    double addNode = nodes() - single;
    RefillMeasurement refill = new RefillMeasurement(cluster);
    refill.measure(effort.refillWarmUp(), effort.refill());
    double[] parts = shares.parts();
    return new CellFigures(
        median(cpu),
        Statistics.spread(array(cpu)),
        median(wall),
        heartbeatPart,
        Statistics.quantile(times, 0.5) / 1e3,
        Statistics.quantile(times, 0.99) / 1e3,
        bytes / decisions,
        heartbeatBytes / decisions,
        decisions,
        (double) decisions / heartbeats,
        running,
        utilization,
        fill,
        refill.perSecond(),
        refill.perHeartbeatSecond(),
        idle,
        addNode,
        addApplication,
        Statistics.quantile(parts, 0),
        Statistics.median(parts),
        Statistics.quantile(parts, 1));
  }

  /** Fills the cluster and returns how many containers were given per second of the processor. */
  private double fill() {
    meter.restart();
    cluster.fill(RefillMeasurement.LAST_ROUND);
    double perSecond = cluster.given() / meter.cpuMicros() * 1e6;
    cluster.fill();
    return perSecond;
  }

  private void rounds() {
    cluster.times().forget();
    for (int round = 0; round < effort.rounds(); round++) {
      round();
    }
  }

  /**
   * Decides until compilers have little left to do. A fixed time is not enough: where other work
   * takes a core, or a scheduler has more code, they still have seconds of work after it, and what
   * is measured is how far they have come.
   */
  private void warmUp() {
    WarmUp compilers = new WarmUp(effort);
    while (!compilers.isOver()) {
      for (int i = 0; i < BATCH; i++) {
        cluster.decide();
      }
    }
  }

  private void round() {
    long before = cluster.given();
    meter.restart();
    do {
      for (int i = 0; i < BATCH; i++) {
        cluster.decide();
      }
      heartbeats += BATCH;
    } while (meter.cpuMicros() < effort.round());
    double cpuMicros = meter.cpuMicros();
    double wallMicros = meter.wallMicros();
    bytes += meter.bytes();
    double given = cluster.given() - before;
    decisions += (long) given;
    cpu.add(cpuMicros / given);
    wall.add(wallMicros / given);
    shares.observe(cluster.usage());
  }

  /** Returns what a heartbeat costs on which nothing ended and, by and by, nothing fits. */
  private double idle() {
    cluster.fill();
    List<Double> rounds = new ArrayList<>();
    for (int round = 0; round < effort.rounds(); round++) {
      meter.restart();
      for (int i = 0; i < BATCH; i++) {
        cluster.idle();
      }
      rounds.add(meter.cpuMicros() / BATCH);
    }
    return median(rounds);
  }

  private double applications() {
    SplittableRandom random = new SplittableRandom(1);
    List<String> queues = List.copyOf(cluster.usage().keySet());
    List<long[]> demands = cluster.workload().demands();
    return repeated(
        i ->
            cluster.submit(
                queues.get(random.nextInt(queues.size())), demands.get(i % demands.size())));
  }

  private double nodes() {
    List<long[]> shapes = cluster.workload().nodes();
    List<ReportingNode> added = new ArrayList<>();
    double cost = repeated(i -> added.add(cluster.addNode(shapes.get(i % shapes.size()))));
    added.forEach(cluster::fill);
    return cost;
  }

  /** Returns what something costs and the next decision after it, which may have to catch up. */
  private double repeated(IntConsumer registration) {
    List<Double> costs = new ArrayList<>();
    for (int i = 0; i < effort.registrations(); i++) {
      meter.restart();
      registration.accept(i);
      cluster.decide();
      costs.add(meter.cpuMicros());
    }
    return median(costs);
  }

  private static double median(List<Double> values) {
    return Statistics.median(array(values));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
