// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.Statistics;
import java.util.List;

/**
 * The measured figures of a cell. Times are of the driving thread: microseconds of CPU time unless
 * named wall; a decision is a container given.
 *
 * @param cpu per decision, median of rounds
 * @param spread distance of the rounds' quartiles as a part of the median; of several measurements
 *     the distance of the least from the largest
 * @param wall per decision, median of rounds
 * @param heartbeatPart of the time that is the heartbeat's; the rest is the masters' calls
 * @param p50 of a heartbeat's wall time
 * @param p99 of a heartbeat's wall time
 * @param bytes allocated per decision
 * @param heartbeatBytes of these the heartbeats'
 * @param decisions in how many the above was measured
 * @param perHeartbeat containers given per heartbeat and container ended
 * @param running how many containers ran when measuring ended
 * @param utilization the larger part, of all memory or of all vcores, that was in use then
 * @param fill containers given per second of CPU time while the cluster was filled from empty,
 *     first of all
 * @param refill the same when it was filled again, last of all
 * @param refillHeartbeats the same per second of the heartbeats' CPU time alone
 * @param idle per heartbeat of a node where nothing ended
 * @param addNode for a node that registers, what the next decision takes longer included
 * @param addApplication for an application that registers and asks, likewise
 * @param leastShare of any leaf queue, in parts of its ideal share
 * @param medianShare likewise
 * @param largestShare likewise
 */
record CellFigures(
    double cpu,
    double spread,
    double wall,
    double heartbeatPart,
    double p50,
    double p99,
    double bytes,
    double heartbeatBytes,
    long decisions,
    double perHeartbeat,
    int running,
    double utilization,
    double fill,
    double refill,
    double refillHeartbeats,
    double idle,
    double addNode,
    double addApplication,
    double leastShare,
    double medianShare,
    double largestShare) {

  /** Returns the median of each figure over measurements of one cell in several JVMs. */
  static CellFigures median(List<CellFigures> all) {
    if (all.size() == 1) {
      return all.get(0);
    }
    double cpu = Statistics.median(all, CellFigures::cpu);
    double[] each = all.stream().mapToDouble(CellFigures::cpu).toArray();
    return new CellFigures(
        cpu,
        (Statistics.quantile(each, 1) - Statistics.quantile(each, 0)) / cpu,
        Statistics.median(all, CellFigures::wall),
        Statistics.median(all, CellFigures::heartbeatCpu) / cpu,
        Statistics.median(all, CellFigures::p50),
        Statistics.median(all, CellFigures::p99),
        Statistics.median(all, CellFigures::bytes),
        Statistics.median(all, CellFigures::heartbeatBytes),
        Math.round(Statistics.median(all, CellFigures::decisions)),
        Statistics.median(all, CellFigures::perHeartbeat),
        (int) Math.round(Statistics.median(all, CellFigures::running)),
        Statistics.median(all, CellFigures::utilization),
        Statistics.median(all, CellFigures::fill),
        Statistics.median(all, CellFigures::refill),
        Statistics.median(all, CellFigures::refillHeartbeats),
        Statistics.median(all, CellFigures::idle),
        Statistics.median(all, CellFigures::addNode),
        Statistics.median(all, CellFigures::addApplication),
        Statistics.median(all, CellFigures::leastShare),
        Statistics.median(all, CellFigures::medianShare),
        Statistics.median(all, CellFigures::largestShare));
  }

  /** Returns the CPU time of a decision that is the heartbeat's. */
  double heartbeatCpu() {
    return cpu * heartbeatPart;
  }
}
